# Planners' peers: FCL sampled in time; OMPL plans with both.
find_package(fcl REQUIRED)
find_package(yaml-cpp REQUIRED)
find_path(OMPL_INCLUDE_DIR ompl/base/MotionValidator.h PATH_SUFFIXES ompl-1.6 ompl-1.5 ompl REQUIRED)
find_library(OMPL_LIBRARY ompl REQUIRED)
foreach(target ${bench_targets})
  target_sources(${target} PRIVATE
    robot/sampled_motion.cpp robot/planner_scenes.cpp ${PROJECT_SOURCE_DIR}/tests/robot/motion_bench_maker.cpp
    ${PROJECT_SOURCE_DIR}/tests/robot/fcl_robot.cpp)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/bindings/ompl)
  target_include_directories(${target} SYSTEM PRIVATE ${OMPL_INCLUDE_DIR})
  target_link_libraries(${target} PRIVATE fcl yaml-cpp ${OMPL_LIBRARY})
endforeach()
