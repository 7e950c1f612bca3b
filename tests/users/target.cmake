# The scripts of examples/users do a whole job each, as their pages in docs/users tell it.
find_program(GRAZE_BASH bash)
if(GRAZE_BUILD_TOOLS AND GRAZE_BASH)
  file(GLOB scripts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/users/*.sh)
  foreach(script ${scripts})
    get_filename_component(user ${script} NAME_WE)
    add_test(NAME user_${user} COMMAND ${GRAZE_BASH} ${script} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(user_${user} PROPERTIES ENVIRONMENT "GRAZE=$<TARGET_FILE:graze_tool>")
  endforeach()
endif()

find_package(Python3 QUIET COMPONENTS Interpreter)
if(GRAZE_BUILD_TOOLS AND Python3_FOUND)
  add_test(NAME readme COMMAND ${Python3_EXECUTABLE} tests/users/test_readme.py $<TARGET_FILE:graze_tool>
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
endif()
