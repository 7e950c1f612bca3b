#!/usr/bin/env bash
# Runs every benchmark of the build; each prints its own table.
set -euo pipefail
cd "$(dirname "$0")/.."
shopt -s nullglob
mkdir -p build/logs
for program in build/bench/bench/bench_*; do
  [ -f "$program" ] && [ -x "$program" ] || continue
  name=$(basename "$program")
  echo "== $name"
  "$program" 2>&1 | tee "build/logs/$name.log"
done
echo "Logs: build/logs/bench_*.log"
