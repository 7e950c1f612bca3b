# FCL to compare with, and the meshes that benchmarks share.
find_package(fcl REQUIRED)
foreach(target ${bench_targets})
  target_sources(${target} PRIVATE
    many/spread.cpp ccd/query.cpp ccd/query_classes.cpp ${PROJECT_SOURCE_DIR}/tests/support/ccd_queries.cpp
    ${PROJECT_SOURCE_DIR}/tests/support/random_doubles.cpp
    ${PROJECT_SOURCE_DIR}/tests/support/soups.cpp)
  target_link_libraries(${target} PRIVATE fcl)
endforeach()
target_sources(bench_cage PRIVATE scenes/cage_scene.cpp)
