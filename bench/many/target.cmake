# The scenes that benchmarks share, and FCL to compare with.
find_package(fcl REQUIRED)
foreach(target ${bench_targets})
  target_sources(${target} PRIVATE many/spread.cpp)
endforeach()
target_sources(bench_arm PRIVATE scenes/arm_scene.cpp)
target_sources(bench_live_scene PRIVATE scenes/crowd_scene.cpp)
target_sources(bench_overlaps PRIVATE scenes/crowd_scene.cpp)
target_sources(bench_bodies PRIVATE scenes/crowd_scene.cpp many/fcl_crowd.cpp)
target_link_libraries(bench_bodies PRIVATE fcl)
target_sources(bench_door PRIVATE
  ccd/query.cpp ccd/query_classes.cpp ${PROJECT_SOURCE_DIR}/tests/support/ccd_queries.cpp
  ${PROJECT_SOURCE_DIR}/tests/support/random_doubles.cpp
  ${PROJECT_SOURCE_DIR}/tests/support/soups.cpp)
