# Cases are JSON files.
target_link_libraries(${test_target} PRIVATE nlohmann_json::nlohmann_json)
