#!/usr/bin/env bash
# Everything: all random trials, then a share of them under the sanitizers. Goes on after a failure
# and says at the end what failed and where the logs are.
set -uo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-$(nproc)}
logs=build/logs
mkdir -p "$logs"
failed=()

# run PRESET SHARE: builds the preset and runs its tests with this share of the random trials.
run() {
  local preset=$1 share=$2 log=$logs/$1.log
  echo "== $preset: GRAZE_TRIALS=$share, log in $log"
  if { scripts/build.sh "$preset" &&
       GRAZE_TRIALS=$share ctest --preset "$preset" -j "$jobs"; } > "$log" 2>&1; then
    grep -E 'tests passed|Total Test time' "$log"
  else
    failed+=("$preset")
    tail -n 30 "$log"
  fi
}

run checked 1
run asan 0.01
run tsan 0.005

echo "== package: built, and installed in a clean Debian, log in $logs/package.log"
if ! { make package && scripts/test_package.sh build/release/*.deb; } > "$logs/package.log" 2>&1; then
  failed+=("package")
  tail -n 30 "$logs/package.log"
fi

echo "Logs: $logs/checked.log, $logs/asan.log, $logs/tsan.log, $logs/package.log"
if [ ${#failed[@]} -gt 0 ]; then
  echo "Failed: ${failed[*]}"
  exit 1
fi
echo "All passed."
