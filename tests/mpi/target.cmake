# graze-mpi as a user starts it, where it is built.
if(TARGET graze_mpi AND Python3_FOUND)
  add_test(NAME mpi COMMAND ${Python3_EXECUTABLE} tests/mpi/test_mpi.py $<TARGET_FILE:graze_mpi> $<TARGET_FILE:graze_tool>
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  add_test(NAME mpi_hosts COMMAND ${Python3_EXECUTABLE} tests/mpi/test_hosts.py $<TARGET_FILE:graze_mpi> $<TARGET_FILE:graze_tool>
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(mpi_hosts PROPERTIES SKIP_RETURN_CODE 77)
endif()
