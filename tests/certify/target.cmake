# Random questions with their truth, and the formulas of motions in 256 bits.
target_sources(${test_target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/motion/oracle.cpp
                                      ${CMAKE_CURRENT_SOURCE_DIR}/property/contact_truth.cpp)

find_package(Python3 QUIET COMPONENTS Interpreter)
if(GRAZE_BUILD_TOOLS AND Python3_FOUND)
  add_test(NAME command_line_verify
           COMMAND ${Python3_EXECUTABLE} tests/command_line/test_verify.py $<TARGET_FILE:graze_tool>
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
endif()
