#!/usr/bin/env bash
# Installs a package in a clean Debian and asks it something: scripts/test_package.sh PACKAGE
# Needs root (chroot), debootstrap, and a mirror: GRAZE_MIRROR, by default deb.debian.org.
set -euo pipefail
cd "$(dirname "$0")/.."
package=$(realpath "$1")
if [ "$(id -u)" -ne 0 ] || ! command -v debootstrap > /dev/null; then
  echo "test_package.sh: skipped, needs root and debootstrap"
  exit 0
fi
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
debootstrap --variant=minbase bookworm "$root" "${GRAZE_MIRROR:-http://deb.debian.org/debian}" > "$root.log" 2>&1 ||
  { tail -n 20 "$root.log"; rm -f "$root.log"; exit 1; }
rm -f "$root.log"
cp "$package" "$root/tmp/graze.deb"
cp examples/scenes/falling_gear.json "$root/tmp/scene.json"
inside() { chroot "$root" env DEBIAN_FRONTEND=noninteractive "$@"; }
inside apt-get -q -y update
inside apt-get -q -y install --no-install-recommends /tmp/graze.deb
inside graze --version
status=0
inside graze check /tmp/scene.json --certificate /tmp/proof.json || status=$?
[ "$status" -eq 1 ]  # the gear touches the ring
inside graze-verify /tmp/proof.json /tmp/scene.json
inside graze report /tmp/scene.json -o /tmp/report.html || [ $? -eq 1 ]
grep -q '"scene.json": *"H4sI' "$root/tmp/report.html"  # the packed scene: what gzip begins with, in base64
for file in share/man/man1/graze.1 share/bash-completion/completions/graze include/graze/scene/scene.h; do
  [ -s "$root/usr/$file" ] || { echo "test_package.sh: $file is missing"; exit 1; }
done
find "$root/usr/lib" -path "*/cmake/graze/grazeConfig.cmake" | grep -q .
inside apt-get -q -y remove graze
[ ! -e "$root/usr/bin/graze" ]
echo "test_package.sh: installed, answered, removed"
