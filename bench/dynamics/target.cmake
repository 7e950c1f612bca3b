# Bullet, and the scenes that tests and benchmarks share.
find_package(Bullet REQUIRED)
target_sources(bench_world PRIVATE
  dynamics/bullet_world.cpp ${PROJECT_SOURCE_DIR}/tests/dynamics/frame_check.cpp
  ${PROJECT_SOURCE_DIR}/tests/dynamics/world_scenes.cpp)
target_include_directories(bench_world SYSTEM PRIVATE ${BULLET_INCLUDE_DIRS})
target_link_libraries(bench_world PRIVATE BulletDynamics BulletCollision LinearMath)
