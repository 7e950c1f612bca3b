#!/usr/bin/env bash
# What a change must pass before its tests are worth running: format, layers, names, doc links. Seconds.
set -uo pipefail
cd "$(dirname "$0")/.."
failed=0
scripts/check_format.sh || failed=1
scripts/check_layers.py || failed=1
scripts/check_names.py || failed=1
scripts/check_links.py || failed=1
exit $failed
