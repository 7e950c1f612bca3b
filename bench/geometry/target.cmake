find_package(fcl REQUIRED)
target_link_libraries(bench_triangle_distance PRIVATE fcl)
