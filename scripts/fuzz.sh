#!/usr/bin/env bash
# Runs every fuzz target for FUZZ_SECONDS (60). A finding stays in build/fuzz/findings; the others run all the same.
set -uo pipefail
cd "$(dirname "$0")/.."
shopt -s nullglob
mkdir -p build/fuzz/findings
failed=()
for program in build/fuzz/tests/fuzz/fuzz_*; do
  [ -f "$program" ] && [ -x "$program" ] || continue
  name=$(basename "$program")
  corpus=build/fuzz/corpus/$name
  mkdir -p "$corpus"
  echo "== $name"
  "$program" -max_total_time="${FUZZ_SECONDS:-60}" -artifact_prefix=build/fuzz/findings/ \
             -print_final_stats=1 "$corpus" 2>&1 | tail -n 8 || failed+=("$name")
done
[ ${#failed[@]} -eq 0 ] || { echo "Findings of: ${failed[*]}"; exit 1; }
