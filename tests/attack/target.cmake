target_link_libraries(${test_target} PRIVATE quadmath fmt::fmt)
