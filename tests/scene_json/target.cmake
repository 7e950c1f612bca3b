find_package(Python3 QUIET COMPONENTS Interpreter)
execute_process(COMMAND ${Python3_EXECUTABLE} -c "import jsonschema" RESULT_VARIABLE no_jsonschema
                ERROR_QUIET)
if(Python3_FOUND AND no_jsonschema EQUAL 0)
  add_test(NAME scene_schema COMMAND ${Python3_EXECUTABLE} tests/scene_json/check_schema.py
           WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
else()
  message(STATUS "python3-jsonschema is missing: the test scene_schema is left out")
endif()
target_link_libraries(test_scene_json PRIVATE nlohmann_json::nlohmann_json)
