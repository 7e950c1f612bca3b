#!/usr/bin/env bash
# An animated glTF file: do its parts cross, when and where?
#   GRAZE=build/release/graze examples/users/animation.sh
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

# Any DCC program exports such a file; here a scene of our own becomes one.
cat > scene.json << 'SCENE'
{"units": "m", "span": [0, 2], "bodies": [
  {"name": "gate", "shape": {"type": "box", "size": [0.1, 2, 2]}},
  {"name": "sword", "shape": {"type": "box", "size": [1.2, 0.05, 0.1]},
   "motion": {"type": "slerp", "from": {"position": [0.5, 0, 0], "rotation": {"axis": [0, 0, 1], "angle_degrees": 90}},
              "to": {"position": [0.5, 0.2, 0], "rotation": {"axis": [0, 0, 1], "angle_degrees": -80}}}}]}
SCENE
run 0 "$graze" export scene.json swing.glb --no-contacts

# Both ends of the swing are free; at some frame in between the sword passes through the gate.
run 1 "$graze" check swing.glb

# A character: a skinned arm of two bones with fingers that cross in the rest pose already. It folds
# by 170 degrees. Any DCC program exports such a file; here Python writes one.
python3 - << 'PYTHON'
import base64, json, math, struct

def tube(x0, x1, rings, bones):
    """A square tube along x: positions, weights of two bones, triangles."""
    points, weights, faces = [], [], []
    for r in range(rings + 1):
        x = x0 + (x1 - x0) * r / rings
        for y, z in ((-.1, -.1), (.1, -.1), (.1, .1), (-.1, .1)):
            points.append((x, y, z))
            weights.append(bones(x))
    for r in range(rings):
        for k in range(4):
            a, b = 4 * r + k, 4 * r + (k + 1) % 4
            faces += [(a, a + 4, b), (b, a + 4, b + 4)]
    return points, weights, faces

points, weights, faces = tube(0, 2, 20, lambda x: (1, 0) if x < .9 else (0, 1) if x > 1.1 else ((1.1 - x) / .2, (x - .9) / .2))
# Two crossed fingers at the end of the second bone.
for shift in ((0, 0), (0, .02)):
    first = len(points)
    points += [(1.9, .2 + shift[1], -.1), (2.1, .2 - shift[1], -.1), (2., .2, .2 if shift[1] else -.3)]
    weights += [(0, 1)] * 3
    faces.append((first, first + 1, first + 2))

blob, views, accessors = b"", [], []
def add(fmt, rows, type_, component):
    global blob
    data = b"".join(struct.pack("<" + fmt, *row) for row in rows)
    views.append({"buffer": 0, "byteOffset": len(blob), "byteLength": len(data)})
    accessors.append({"bufferView": len(views) - 1, "componentType": component, "count": len(rows), "type": type_})
    blob += data + b"\0" * (-len(data) % 4)
    return len(accessors) - 1

half = math.radians(85)
model = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}],
  "nodes": [{"name": "arm", "mesh": 0, "skin": 0}, {"name": "upper", "children": [2]}, {"name": "lower", "translation": [1, 0, 0]}],
  "meshes": [{"primitives": [{"attributes": {"POSITION": add("3f", points, "VEC3", 5126),
      "JOINTS_0": add("4B", [(0, 1, 0, 0)] * len(points), "VEC4", 5121),
      "WEIGHTS_0": add("4f", [(*w, 0, 0) for w in weights], "VEC4", 5126)},
      "indices": add("3H", faces, "SCALAR", 5123)}]}],
  "skins": [{"joints": [1, 2], "inverseBindMatrices": add("16f", [(1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1), (1,0,0,0, 0,1,0,0, 0,0,1,0, -1,0,0,1)], "MAT4", 5126)}],
  "animations": [{"name": "fold", "channels": [{"sampler": 0, "target": {"node": 2, "path": "rotation"}}],
    "samplers": [{"input": add("f", [(0,), (.5,), (1,)], "SCALAR", 5126),
                  "output": add("4f", [(0, 0, 0, 1), (0, 0, math.sin(half / 2), math.cos(half / 2)), (0, 0, math.sin(half), math.cos(half))], "VEC4", 5126)}]}]}
accessors[model["meshes"][0]["primitives"][0]["indices"]]["count"] *= 3
model |= {"bufferViews": views, "accessors": accessors,
  "buffers": [{"byteLength": len(blob), "uri": "data:application/octet-stream;base64," + base64.b64encode(blob).decode()}]}
json.dump(model, open("arm.gltf", "w"))
PYTHON

# The crossed fingers are left out; where the arm folds onto itself is new, by frame, bone and vertex.
run 1 "$graze" crossings arm.gltf --fps 30
run 1 "$graze" crossings arm.gltf --fps 30 --against 25
run 0 "$graze" crossings arm.gltf --fps 30 --span 0:0.3
