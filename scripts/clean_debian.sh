#!/usr/bin/env bash
# Makes a Debian with nothing but its base in a folder: scripts/clean_debian.sh FOLDER
# Needs root (chroot), debootstrap, and a mirror: GRAZE_MIRROR, by default deb.debian.org. Exit code 77: cannot be done here.
set -euo pipefail
if [ "$(id -u)" -ne 0 ] || ! command -v debootstrap > /dev/null; then
  echo "clean_debian.sh: skipped, needs root and debootstrap"
  exit 77
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
debootstrap --variant=minbase bookworm "$1" "${GRAZE_MIRROR:-http://deb.debian.org/debian}" > "$log" 2>&1 || {
  tail -n 20 "$log"
  exit 1
}
chroot "$1" apt-get -q -y update > /dev/null
