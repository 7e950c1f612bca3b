#Every program of examples / is built and run as it stands.
file(GLOB example_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*.cpp)
foreach(source ${example_sources})
  get_filename_component(example ${source} NAME_WE)
  add_executable(example_${example} ${source})
  target_link_libraries(example_${example} PRIVATE graze_io graze_flags)
  add_test(NAME example_${example} COMMAND example_${example} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
endforeach()

# The programs of the C++ guide as one; tests/users compares what it prints with docs/cpp.
file(GLOB guide_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/guide/*.cpp)
add_executable(example_guide ${guide_sources})
target_link_libraries(example_guide PRIVATE graze_io graze_flags)
graze_unite(example_guide -O2)

# Those of examples/planner plan with OMPL, where it is installed.
find_path(OMPL_INCLUDE_DIR ompl/base/MotionValidator.h PATH_SUFFIXES ompl-1.6 ompl-1.5 ompl)
find_library(OMPL_LIBRARY ompl)
if(OMPL_INCLUDE_DIR AND OMPL_LIBRARY)
  file(GLOB example_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/planner/*.cpp)
  foreach(source ${example_sources})
    get_filename_component(example ${source} NAME_WE)
    add_executable(example_${example} ${source})
    target_include_directories(example_${example} PRIVATE ${PROJECT_SOURCE_DIR}/bindings/ompl)
    target_include_directories(example_${example} SYSTEM PRIVATE ${OMPL_INCLUDE_DIR})
    target_link_libraries(example_${example} PRIVATE graze_io graze_flags ${OMPL_LIBRARY})
    add_test(NAME example_${example} COMMAND example_${example} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  endforeach()
endif()
