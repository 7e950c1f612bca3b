#!/usr/bin/env bash
# What `make demo` compiles on a fresh machine: the processor time of a build from nothing, without a compiler cache.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=build/first_build
rm -rf "$folder"
cmake --preset release -B "$folder" -DGRAZE_CCACHE= > /dev/null
TIMEFORMAT='%U %S %R'
read -r user system wall <<< "$( { time cmake --build "$folder" -j "$(nproc)" --target graze_tool > /dev/null; } 2>&1 | tail -1)"
units=$(find "$folder" -name '*.o' | wc -l)
rm -rf "$folder"
echo "| objects | CPU s, user | CPU s, system | wall s | cores | load of the machine at the end |"
echo "|---|---|---|---|---|---|"
echo "| $units | $user | $system | $wall | $(nproc) | $(cut -d' ' -f1 /proc/loadavg) |"
