# The scripts of examples/users do a whole job each, as their pages in docs/users tell it.
find_program(GRAZE_BASH bash)
if(GRAZE_BUILD_TOOLS AND GRAZE_BASH)
  file(GLOB scripts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/examples/users/*.sh)
  foreach(script ${scripts})
    get_filename_component(user ${script} NAME_WE)
    add_test(NAME user_${user} COMMAND ${GRAZE_BASH} ${script} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    # As their first lines say: by a path from where one stands.
    set_tests_properties(user_${user} PROPERTIES
      ENVIRONMENT "GRAZE=$<PATH:RELATIVE_PATH,$<TARGET_FILE:graze_tool>,${PROJECT_SOURCE_DIR}>")
  endforeach()
endif()

find_package(Python3 QUIET COMPONENTS Interpreter)
if(GRAZE_BUILD_TOOLS AND Python3_FOUND)
  add_test(NAME user_outputs COMMAND ${Python3_EXECUTABLE} tests/users/test_outputs.py $<TARGET_FILE:graze_tool>
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  add_test(NAME user_snippets COMMAND ${Python3_EXECUTABLE} tests/users/test_snippets.py $<TARGET_FILE:example_guide>
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  add_test(NAME user_mistakes COMMAND ${Python3_EXECUTABLE} tests/users/test_mistakes.py $<TARGET_FILE:graze_tool>
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
endif()

# The game, built here, where the core is built already; tests/build/test_subproject.py takes Graze into its project.
add_executable(user_game ${PROJECT_SOURCE_DIR}/examples/users/game/main.cpp)
target_link_libraries(user_game PRIVATE graze graze_flags)
add_test(NAME user_game COMMAND user_game)
add_executable(user_score_answers ${PROJECT_SOURCE_DIR}/examples/score/answers.cpp)
target_link_libraries(user_score_answers PRIVATE graze_io graze_flags)
