target_sources(bench_tree_tests PRIVATE
  ccd/query.cpp ccd/query_classes.cpp ${PROJECT_SOURCE_DIR}/tests/support/ccd_queries.cpp
  ${PROJECT_SOURCE_DIR}/tests/support/random_doubles.cpp
  ${PROJECT_SOURCE_DIR}/tests/support/soups.cpp)
