# The peers of the comparison of methods.
find_package(fcl REQUIRED)
find_package(Bullet REQUIRED)
target_sources(bench_truth PRIVATE truth/fcl_steps.cpp ccd/bullet_peer.cpp ccd/query.cpp)
target_include_directories(bench_truth SYSTEM PRIVATE ${BULLET_INCLUDE_DIRS})
target_link_libraries(bench_truth PRIVATE fcl BulletCollision LinearMath nlohmann_json::nlohmann_json)
