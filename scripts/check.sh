#!/usr/bin/env bash
# What a change must pass before its tests are worth running: format, layers, names, doc links and tables. Seconds.
set -uo pipefail
cd "$(dirname "$0")/.."
failed=0
scripts/check_format.sh || failed=1
scripts/check_layers.py || failed=1
scripts/check_names.py || failed=1
scripts/check_links.py || failed=1
scripts/check_markdown.py || failed=1
# Its sums begin at an aligned address: the stack decides about last digits.
if git grep -n '\.stableNorm()' -- src include; then
  echo "check: take length_of of graze/math/length.h instead" >&2
  failed=1
fi
exit $failed
