# The verbs of the command line that are about meshes, run as a user runs them.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
if(GRAZE_BUILD_TOOLS)
  add_test(NAME tools.mesh_verbs COMMAND ${Python3_EXECUTABLE} -B
                                         ${CMAKE_CURRENT_LIST_DIR}/test_mesh_verbs.py
                                         $<TARGET_FILE:graze_tool>)
endif()
if(GRAZE_BUILD_TOOLS)
  add_test(NAME tools.simulation_verbs
           COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/test_simulation_verbs.py
                   $<TARGET_FILE:graze_tool> $<TARGET_FILE:graze_verify>)
endif()
