# Random questions with their truth, and the formulas of motions in 256 bits.
target_sources(${test_target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/motion/oracle.cpp
                                      ${CMAKE_CURRENT_SOURCE_DIR}/property/contact_truth.cpp)
