# What we write as glTF is read by someone else.
find_library(TINYGLTF_LIBRARY tinygltf REQUIRED)
target_link_libraries(${test_target} PRIVATE ${TINYGLTF_LIBRARY})
