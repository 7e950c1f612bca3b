find_package(assimp REQUIRED)
find_library(TINYOBJLOADER_LIBRARY tinyobjloader REQUIRED)
target_link_libraries(bench_mesh_io PRIVATE assimp::assimp ${TINYOBJLOADER_LIBRARY})
