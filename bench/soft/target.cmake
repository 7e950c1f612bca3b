# The scenes.
target_sources(bench_soft_bodies PRIVATE soft/paper_bodies.cpp)
