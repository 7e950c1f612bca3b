find_package(Python3 QUIET COMPONENTS Interpreter)
if(GRAZE_BUILD_TOOLS AND Python3_FOUND)
  add_test(NAME tutorials
           COMMAND ${Python3_EXECUTABLE} tests/tutorials/run_tutorials.py $<TARGET_FILE:graze_tool>
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
endif()
