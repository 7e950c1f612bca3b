# How the project is put together: layers, install tree, and what the command line refuses.
find_package(Python3 REQUIRED COMPONENTS Interpreter)

add_test(NAME build.layers COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/test_layers.py)
add_test(NAME build.bench_report COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/test_bench_report.py)

add_test(NAME build.subproject COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/test_subproject.py ${CMAKE_COMMAND})
set_tests_properties(build.subproject PROPERTIES TIMEOUT 1800)

get_target_property(eigen_folders Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
add_test(NAME build.headers COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/test_headers.py
                                    ${CMAKE_CXX_COMPILER} ${PROJECT_SOURCE_DIR}/include ${eigen_folders})
set_tests_properties(build.headers PROPERTIES TIMEOUT 900)

if(GRAZE_BUILD_TOOLS)
  add_test(NAME build.install COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/test_install.py
                                      ${PROJECT_BINARY_DIR} ${CMAKE_COMMAND} ${CMAKE_CXX_FLAGS})
  set_tests_properties(build.install PROPERTIES TIMEOUT 600)

  add_test(NAME build.bad_input COMMAND ${Python3_EXECUTABLE} -B
                                        ${CMAKE_CURRENT_LIST_DIR}/bad_input/run.py
                                        $<TARGET_FILE:graze_tool>)
  set_tests_properties(build.bad_input PROPERTIES TIMEOUT 900)
endif()
