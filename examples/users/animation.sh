#!/usr/bin/env bash
# An animated glTF file: do its parts cross, when and where?
#   GRAZE=build/release/graze examples/users/animation.sh
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
"$graze" check swing.glb --json > report.json || true
python3 - << 'PYTHON'
import json
report = json.load(open("report.json"))
first = min((r for r in report["reports"] if r["outcome"] == "contact"), key=lambda r: r["time"][1])
print("at 24 frames a second that is frame", int(24 * first["time"][1]))
PYTHON
