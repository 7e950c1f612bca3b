#!/usr/bin/env bash
# Parts and an assembly: a shaft in its bore, a lid on its hinge, a peg that has to come out.
#   GRAZE=build/release/graze examples/users/mechanical.sh
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
run 1 "$graze" free out.json peg
run 0 "$graze" free out.json peg --span 0:1

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
python3 - << 'PYTHON'
import json
scene = json.load(open("press.json"))
scene["may_touch"] = [{"pair": ["shaft", "bearing"], "depth": 0.03}, {"pair": ["gear", "shaft"], "depth": 0.6}]
json.dump(scene, open("fits.json", "w"))
PYTHON
run 0 "$graze" interference fits.json
run 0 "$graze" interference press.json --fit 'shaft*:bearing*=0.03' --fit 'gear:shaft=0.6'
# Where it is meant, say so.
run 4 "$graze" check rings.json --may-touch 'inn*:out*'
run 0 "$graze" check rings.json --may-touch 'inn*:out*' --allow-empty

# A gear train and a screw: the big wheel follows the small one, the carriage follows the spindle.
cat > train.json << 'SCENE'
{"units": "mm", "span": [0, 2], "bodies": [
  {"name": "frame", "shape": {"type": "box", "size": [200, 4, 4]}, "pose": {"position": [0, 0, -60]}},
  {"name": "motor", "parent": "frame", "shape": {"type": "box", "size": [30, 6, 2]},
   "joint": {"type": "revolute", "origin": {"position": [-40, 0, 60]}, "range_degrees": [0, 720]}},
  {"name": "wheel", "parent": "frame", "shape": {"type": "box", "size": [36, 6, 2]},
   "joint": {"type": "revolute", "origin": {"position": [0, 0, 60]}, "mimic": {"joint": "motor", "multiplier": -0.5}}},
  {"name": "spindle", "parent": "frame", "shape": {"type": "box", "size": [5, 5, 20]},
   "joint": {"type": "screw", "lead": 4, "origin": {"position": [60, 0, 60]}, "mimic": {"joint": "motor"}}}]}
SCENE
run 0 "$graze" check train.json

# A four-bar linkage is a closed loop: each bar gets its poses. Crank 20, coupler 60, rocker 50, ground 70.
python3 - << 'PYTHON'
import json, math
crank, coupler, rocker, ground = 20, 60, 50, 70
bars = {"crank": [], "coupler": [], "rocker": []}
for k in range(73):
    a = math.radians(5 * k)
    bx, by = crank * math.cos(a), crank * math.sin(a)
    d = math.hypot(ground - bx, by)
    to_ground = math.atan2(-by, ground - bx)
    bend = math.acos((coupler**2 + d**2 - rocker**2) / (2 * coupler * d))
    c = to_ground + bend
    cx, cy = bx + coupler * math.cos(c), by + coupler * math.sin(c)
    for name, x, y, angle in (("crank", 0, 0, a), ("coupler", bx, by, c), ("rocker", ground, 0, math.atan2(cy, cx - ground))):
        bars[name].append({"time": k / 36, "position": [x, y, {"crank": 0, "coupler": 3, "rocker": 6}[name]],
                           "rotation": {"axis": [0, 0, 1], "angle": angle}})
lengths = {"crank": crank, "coupler": coupler, "rocker": rocker}
bodies = [{"name": name, "shape": {"type": "convex_hull", "vertices": [[x, y, z] for x in (0, lengths[name]) for y in (-2, 2) for z in (-1, 1)]},
           "motion": {"type": "path", "poses": poses}} for name, poses in bars.items()]
bodies.append({"name": "post", "shape": {"type": "box", "size": [4, 4, 20]}, "pose": {"position": [30, 30, 3]}})
json.dump({"units": "mm", "span": [0, 2], "bodies": bodies}, open("four_bar.json", "w"))
PYTHON
run 1 "$graze" check four_bar.json

# A part as slicers and CAD programs save it: a 3MF archive.
python3 - << 'PYTHON'
import zipfile
model = """<model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources><object id="1"><mesh>
<vertices><vertex x="0" y="0" z="0"/><vertex x="10" y="0" z="0"/><vertex x="0" y="10" z="0"/><vertex x="0" y="0" z="10"/></vertices>
<triangles><triangle v1="0" v2="2" v3="1"/><triangle v1="0" v2="1" v3="3"/><triangle v1="1" v2="2" v3="3"/><triangle v1="0" v2="3" v3="2"/></triangles>
</mesh></object></resources><build><item objectid="1"/></build></model>"""
with zipfile.ZipFile("part.3mf", "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("3D/3dmodel.model", model)
PYTHON
run 0 "$graze" info part.3mf
run 0 "$graze" convert part.3mf part.stl
