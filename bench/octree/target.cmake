# FCL, and the paper's scenes that tests and benchmarks share.
find_package(fcl REQUIRED)
target_sources(bench_octree PRIVATE
  octree/fcl_scene.cpp octree/fleet.cpp ccd/svg_plot.cpp
  ${PROJECT_SOURCE_DIR}/tests/support/kitamura_scenes.cpp)
target_link_libraries(bench_octree PRIVATE fcl)
