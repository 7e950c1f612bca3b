# graze-mpi as a user starts it, where it is built.
if(TARGET graze_mpi AND Python3_FOUND)
  add_test(NAME mpi COMMAND ${Python3_EXECUTABLE} tests/mpi/test_mpi.py $<TARGET_FILE:graze_mpi> $<TARGET_FILE:graze_tool>
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
endif()
