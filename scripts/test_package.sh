#!/usr/bin/env bash
# Installs a package in a clean Debian and asks it something: scripts/test_package.sh PACKAGE
set -euo pipefail
cd "$(dirname "$0")/.."
package=$(realpath "$1")
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
status=0
scripts/clean_debian.sh "$root" || status=$?
[ "$status" -ne 77 ] || exit 0
[ "$status" -eq 0 ] || exit "$status"
cp "$package" "$root/tmp/graze.deb"
cp examples/scenes/falling_gear.json "$root/tmp/scene.json"
inside() { chroot "$root" env DEBIAN_FRONTEND=noninteractive "$@"; }
inside apt-get -q -y install --no-install-recommends /tmp/graze.deb
inside graze --version
status=0
inside graze check /tmp/scene.json --certificate /tmp/proof.json || status=$?
[ "$status" -eq 1 ]  # the gear touches the ring
inside graze-verify /tmp/proof.json /tmp/scene.json
inside graze report /tmp/scene.json -o /tmp/report.html || [ $? -eq 1 ]
grep -q '"scene.json": *"H4sI' "$root/tmp/report.html"  # the packed scene: what gzip begins with, in base64
inside apt-get -q -y install --no-install-recommends python3-numpy
inside python3 -c 'import graze; assert graze.first_contact(graze.Scene.load("/tmp/scene.json")).outcome == "contact"'
for file in share/man/man1/graze.1 share/man/man1/graze-check.1 share/bash-completion/completions/graze include/graze/scene/scene.h; do
  [ -s "$root/usr/$file" ] || { echo "test_package.sh: $file is missing"; exit 1; }
done
find "$root/usr/lib" -path "*/cmake/graze/grazeConfig.cmake" | grep -q .
inside apt-get -q -y remove graze
[ ! -e "$root/usr/bin/graze" ]
echo "test_package.sh: installed, answered, removed"
