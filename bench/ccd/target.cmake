# The peers, and the generators that tests and benchmarks share.
find_package(fcl REQUIRED)
find_package(Bullet REQUIRED)
target_sources(bench_ccd PRIVATE
  ccd/bullet_peer.cpp ccd/fcl_peer.cpp ccd/measure.cpp ccd/query.cpp ccd/query_classes.cpp
  ccd/svg_plot.cpp ${PROJECT_SOURCE_DIR}/tests/support/ccd_queries.cpp
  ${PROJECT_SOURCE_DIR}/tests/support/random_doubles.cpp
  ${PROJECT_SOURCE_DIR}/tests/support/soups.cpp)
target_include_directories(bench_ccd SYSTEM PRIVATE ${BULLET_INCLUDE_DIRS})
target_link_libraries(bench_ccd PRIVATE fcl BulletCollision LinearMath nlohmann_json::nlohmann_json)
