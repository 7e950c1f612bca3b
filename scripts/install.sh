#!/usr/bin/env bash
# Installs the Debian packages that are missing. Quick when none is.
set -euo pipefail
packages=(ca-certificates g++ cmake ninja-build ccache pkg-config libeigen3-dev libtbb-dev libcli11-dev nlohmann-json3-dev
          libfmt-dev libgtest-dev librapidcheck-dev libgmp-dev libmpfr-dev libmpfi-dev)
missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0
run=()
if [ "$(id -u)" -ne 0 ]; then
  echo "Not root: installing with sudo: ${missing[*]}"
  run=(sudo)
fi
"${run[@]}" apt-get update -qq
"${run[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" > /dev/null
