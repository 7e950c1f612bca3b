#!/usr/bin/env bash
# Which public data do tests and benchmarks read, which of it is here, and where can the rest be had?
#   scripts/public_data.sh [FOLDER]    default: GRAZE_DATA, else ../shared/data
# Downloads nothing: each set has its own licence. docs/papers.md#data says what uses it.
set -euo pipefail
cd "$(dirname "$0")/.."
data=${1:-${GRAZE_DATA:-../shared/data}}
missing=0
tell() {  # tell FOLDER SOURCE
  local state=here
  if [ ! -d "$data/$1" ]; then
    state=missing
    missing=$((missing + 1))
  fi
  printf '%-8s %-18s %s\n' "$state" "$1" "$2"
}
echo "data folder: $data (set GRAZE_DATA to use another)"
tell queries/linear "https://github.com/Continuous-Collision-Detection/Sample-Queries"
tell scenes/deform "https://github.com/Continuous-Collision-Detection/Sample-Scalable-CCD-Data"
tell queries/rigid "https://github.com/ipc-sim/rigid-ipc"
tell scenes/rigid-ipc "https://github.com/ipc-sim/rigid-ipc"
tell robots "https://github.com/moveit/moveit_resources"
tell scenes/mbm "https://github.com/KavrakiLab/motion_bench_maker and https://github.com/KavrakiLab/vamp"
tell scenes/omplapp "https://github.com/ompl/omplapp (not for commercial use)"
tell gltf "https://github.com/KhronosGroup/glTF-Sample-Assets"
tell meshes/common "https://github.com/alecjacobson/common-3d-test-models"
echo "$missing of 9 folders are missing; tests that need them say so and are skipped"
