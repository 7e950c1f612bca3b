if(TARGET graze_server)
  target_link_libraries(test_server PRIVATE graze_server)
endif()
