#!/usr/bin/env bash
# From MoveIt's files to a CI report: a robot, its planning scene, a planned trajectory.
#   GRAZE=build/release/graze examples/users/robotics.sh
set -euo pipefail
command -v "${GRAZE:-graze}" > /dev/null ||
  { echo "there is no ${GRAZE:-graze} here: make build, then GRAZE=build/release/graze $0" >&2; exit 2; }
graze=$(realpath "$(command -v "${GRAZE:-graze}")")
cd "$(mktemp -d)"
run() {  # run EXPECTED_EXIT_CODE COMMAND…: shows the command and what it says
  local wanted=$1 code=0
  shift
  echo "\$ graze ${*:2}"
  "$@" || code=$?
  [ "$code" = "$wanted" ] || { echo "exit code $code, expected $wanted" >&2; exit 1; }
}

cat > arm.urdf << 'URDF'
<robot name="picker">
  <link name="base"><collision><origin xyz="0 0 0.1"/><geometry><cylinder radius="0.1" length="0.2"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="0.25 0 0"/><geometry><box size="0.5 0.06 0.06"/></geometry></collision></link>
  <link name="lower"><collision><origin xyz="0.2 0 0"/><geometry><box size="0.4 0.05 0.05"/></geometry></collision></link>
  <link name="gripper"><collision><geometry><box size="0.04 0.1 0.06"/></geometry></collision></link>
  <joint name="turn" type="revolute"><origin xyz="0 0 0.25"/><parent link="base"/><child link="upper"/>
    <axis xyz="0 0 1"/><limit lower="-3" upper="3" velocity="1.5" effort="9"/></joint>
  <joint name="fold" type="revolute"><origin xyz="0.5 0 0"/><parent link="upper"/><child link="lower"/>
    <axis xyz="0 0 1"/><limit lower="-2.8" upper="2.8" velocity="3" effort="9"/></joint>
  <joint name="mount" type="fixed"><origin xyz="0.42 0 0"/><parent link="lower"/><child link="gripper"/></joint>
</robot>
URDF

# What MoveIt's "export scene" writes.
cat > cell.scene << 'SCENE'
cell
* post
0.6 0.45 0
0 0 0 1
1
cylinder
0.03 1
0 0 0.25
0 0 0 1
0.5 0.5 0.5 1
0
.
SCENE

# What a planner publishes: both waypoints are free, the way between them is not.
cat > plan.json << 'PLAN'
{"model_id": "picker", "trajectory": [{"joint_trajectory": {"joint_names": ["turn", "fold"], "points": [
  {"positions": [0.0, 0.0], "time_from_start": {"sec": 0, "nanosec": 0}},
  {"positions": [1.4, 0.0], "time_from_start": {"sec": 2, "nanosec": 0}}]}}]}
PLAN
run 1 "$graze" check arm.urdf --scene cell.scene --trajectory plan.json

# The planner's second answer folds the arm on its way.
cat > better.yaml << 'PLAN'
joint_trajectory:
  joint_names: [turn, fold]
  points:
    - {positions: [0.0, 0.0], time_from_start: {sec: 0}}
    - {positions: [0.0, -2.3], time_from_start: {sec: 2}}
    - {positions: [1.4, -2.3], time_from_start: {sec: 4}}
    - {positions: [1.4, 0.0], time_from_start: {sec: 6}}
PLAN
run 0 "$graze" check arm.urdf --scene cell.scene --trajectory better.yaml --junit report.xml --sarif report.sarif
grep -q 'failures="0"' report.xml

# Controllers are not exact: is it free for every motion within half a degree and 10 ms?
run 0 "$graze" check arm.urdf --scene cell.scene --trajectory better.yaml \
  --joint-error 0.5deg --time-error 0.01 --certificate tube.proof
run 0 "$graze" verify tube.proof arm.urdf --scene cell.scene --trajectory better.yaml
