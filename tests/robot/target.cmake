# What we read of a robot is read by others, too: urdfdom for joints, assimp for COLLADA; FCL samples
# what we prove.
pkg_check_modules(URDFDOM REQUIRED IMPORTED_TARGET urdfdom)
find_package(assimp REQUIRED)
find_package(fcl REQUIRED)
find_package(yaml-cpp REQUIRED)
target_link_libraries(${test_target} PRIVATE PkgConfig::URDFDOM assimp::assimp fcl yaml-cpp)
