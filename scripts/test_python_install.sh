#!/usr/bin/env bash
# Follows README.md in a clean Debian: what it says about Python is typed as it stands, then the other notebooks run.
#   scripts/test_python_install.sh [FOLDER of a clean Debian that is there already]
set -euo pipefail
cd "$(dirname "$0")/.."
root=${1:-}
if [ -z "$root" ]; then
  root=$(mktemp -d)
  trap 'rm -rf "$root"' EXIT
  status=0
  scripts/clean_debian.sh "$root" || status=$?
  [ "$status" -ne 77 ] || exit 0
  [ "$status" -eq 0 ] || exit "$status"
fi
mkdir -p "$root/home/graze"
git ls-files -z | xargs -0 cp --parents -t "$root/home/graze"
# The block of README.md that installs the module.
awk '/^```/ { if (block ~ /pip install/) { printf "%s", block; exit } block = ""; next } { block = block $0 "\n" }' \
  README.md > "$root/home/commands"
{
  echo 'for name in robot_trajectory planner_edges proof_for_a_colleague bolt_into_nut; do'
  echo '  echo "== $name"'
  echo '  python "examples/python/$name.py"'
  echo 'done'
} >> "$root/home/commands"
grep -q "pip install" "$root/home/commands"
chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 ${JOBS:+JOBS=$JOBS} \
  bash -c 'cd /home/graze && set -ex && . /home/commands'
echo "test_python_install.sh: installed, and the five examples ran"
