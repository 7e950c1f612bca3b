# The oracle of the tests measures the errors here, too.
target_sources(bench_overlap_accuracy PRIVATE ${PROJECT_SOURCE_DIR}/tests/volume/convex_volume.cpp)
