find_package(Python3 QUIET COMPONENTS Interpreter)
if(GRAZE_BUILD_TOOLS AND Python3_FOUND)
  foreach(verb
          boxes
          check
          batch
          queries
          monitor
          nothing
          octree
          volume
          interference
          report
          formats
          schemas
          repair
          manual
          robot
          step
          trust)
    add_test(NAME command_line_${verb}
             COMMAND ${Python3_EXECUTABLE} tests/command_line/test_${verb}.py $<TARGET_FILE:graze_tool>
             WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  endforeach()
endif()
