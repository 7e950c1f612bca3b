#!/usr/bin/env bash
# Parts and an assembly: a shaft in its bore, a lid on its hinge, a peg that has to come out.
#   GRAZE=build/release/graze examples/users/mechanical.sh
set -euo pipefail
cd "$(mktemp -d)"
graze=${GRAZE:-graze}
run() {  # run EXPECTED_EXIT_CODE COMMAND…: shows the command and what it says
  local wanted=$1 code=0
  shift
  echo "\$ graze ${*:2}"
  "$@" || code=$?
  [ "$code" = "$wanted" ] || { echo "exit code $code, expected $wanted" >&2; exit 1; }
}

# Parts come as STL from CAD; these are made here.
run 0 "$graze" shape box body.stl
run 0 "$graze" info body.stl

# How far does the lid open before its handle meets the wall?
cat > lid.urdf << 'URDF'
<robot name="lid">
  <link name="case"><collision><geometry><box size="0.3 0.2 0.1"/></geometry></collision></link>
  <link name="lid"><collision><origin xyz="0.15 0 0.01"/><geometry><box size="0.3 0.2 0.01"/></geometry></collision>
    <collision><origin xyz="0.28 0 0.03"/><geometry><box size="0.02 0.08 0.03"/></geometry></collision></link>
  <joint name="hinge" type="revolute"><origin xyz="-0.15 0 0.055"/><parent link="case"/><child link="lid"/>
    <axis xyz="0 -1 0"/><limit lower="0" upper="2.6" velocity="1" effort="1"/></joint>
</robot>
URDF
cat > wall.json << 'WORLD'
{"units": "m", "bodies": [{"name": "wall", "shape": {"type": "box", "size": [0.02, 1, 1]}, "pose": {"position": [-0.3, 0, 0]}}]}
WORLD
run 1 "$graze" sweep lid.urdf --scene wall.json --joint hinge

# A peg in a bore: does it come out along this path? The tilt at the end is too early.
cat > out.json << 'SCENE'
{"units": "mm", "span": [0, 2], "bodies": [
  {"name": "bore", "shape": {"type": "hole", "clearance": 0.05, "triangles": 2000}},
  {"name": "peg", "shape": {"type": "shaft", "triangles": 2000},
   "motion": {"type": "path", "poses": [
     {"time": 0, "position": [0, 0, 0]},
     {"time": 1, "position": [0, 0, 0.5]},
     {"time": 2, "position": [0.2, 0, 1.5], "rotation": {"axis": [0, 1, 0], "angle_degrees": 20}}]}}]}
SCENE
run 1 "$graze" check out.json
run 0 "$graze" check out.json --span 0:1

# Two rings that are pressed together: how much do they overlap, and which way is out?
cat > rings.json << 'SCENE'
{"units": "mm", "bodies": [
  {"name": "inner", "shape": {"type": "torus", "triangles": 4000}},
  {"name": "outer", "shape": {"type": "torus", "triangles": 4000}, "pose": {"position": [0.05, 0, 0.1]}}]}
SCENE
run 1 "$graze" check rings.json
run 1 "$graze" volume rings.json
# A shaft that is pressed into its bearing, and a gear that is not meant to be there.
cat > press.json << 'SCENE'
{"units": "mm", "bodies": [
  {"name": "shaft", "shape": {"type": "box", "size": [10, 10, 40]}},
  {"name": "bearing", "shape": {"type": "box", "size": [10, 10, 8]}, "pose": {"position": [9.98, 0, 0]}},
  {"name": "gear", "shape": {"type": "box", "size": [10, 10, 6]}, "pose": {"position": [-9.5, 0, 12]}}]}
SCENE
run 1 "$graze" interference press.json --fit 'shaft*:bearing*=0.03'
run 0 "$graze" interference press.json --fit 'shaft*:bearing*=0.03' --fit 'gear:shaft=0.6'
# Where it is meant, say so.
run 4 "$graze" check rings.json --may-touch 'inn*:out*'
run 0 "$graze" check rings.json --may-touch 'inn*:out*' --allow-empty
