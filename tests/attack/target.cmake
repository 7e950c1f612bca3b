target_link_libraries(${test_target} PRIVATE quadmath fmt::fmt)
target_sources(${test_target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/certify/mutation.cpp)
