#!/usr/bin/env bash
# Configures and builds one preset: scripts/build.sh PRESET [ARGUMENTS of cmake --build]
set -euo pipefail
cd "$(dirname "$0")/.."
preset=$1
shift
mkdir -p build
log=build/configure_$preset.log
if ! cmake --preset "$preset" > "$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi
cmake --build --preset "$preset" -j "${JOBS:-$(nproc)}" "$@"
