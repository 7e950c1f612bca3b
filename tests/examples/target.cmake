# Every program of examples/ is built and run as it stands.
file(GLOB example_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/*.cpp)
foreach(source ${example_sources})
  get_filename_component(example ${source} NAME_WE)
  add_executable(example_${example} ${source})
  target_link_libraries(example_${example} PRIVATE graze_io graze_flags)
  add_test(NAME example_${example} COMMAND example_${example} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
endforeach()
