#!/usr/bin/env bash
# Installs the Debian packages that are missing; quick when none is.
#   scripts/install.sh [LIST...]     lists: core engine package python mpi cad test check bench docs fuzz (default: core)
# Needs root for a package that is missing, and uses sudo if it has to.
set -euo pipefail

core=(ca-certificates xz-utils g++ cmake ninja-build libeigen3-dev libtbb-dev libcli11-dev
      nlohmann-json3-dev libfmt-dev libtinyxml2-dev libyaml-cpp-dev libtinygltf-dev libpng-dev zlib1g-dev libboost-dev libegl-dev libgl-dev)
engine=("${core[@]}" emscripten clang-16 lld-16 llvm-16)  # why clang 16: scripts/build_engine.sh
package=("${core[@]}" dpkg-dev file debootstrap)
python=("${core[@]}" python3 python3-dev python3-numpy python3-pybind11 pybind11-dev python3-setuptools python3-pip python3-venv)
mpi=("${core[@]}" libopenmpi-dev openmpi-bin)
cad=("${core[@]}" libocct-foundation-dev libocct-modeling-data-dev libocct-modeling-algorithms-dev libocct-ocaf-dev
     libocct-data-exchange-dev gmsh-doc)  # 37 MB; not in test: graze-cad and its tests are built where these are found
test=("${core[@]}" "${python[@]}" "${mpi[@]}" python3-pytest mypy python3-distributed python3-jsonschema libgtest-dev librapidcheck-dev libgmp-dev
      libmpfr-dev libmpfi-dev liburdfdom-dev libassimp-dev libyaml-cpp-dev libompl-dev libfcl-dev pkg-config
      libegl1 libgl1-mesa-dri chromium chromium-driver python3-selenium)
check=(python3 clang-format git)
bench=("${core[@]}" libbenchmark-dev libassimp-dev libtinyobjloader-dev libfcl-dev
       libbullet-dev libyaml-cpp-dev libompl-dev)
docs=(python3 mkdocs mkdocs-material doxygen)
fuzz=("${core[@]}" clang-16 libclang-rt-16-dev)

wanted=()
for list in "${@:-core}"; do
  case $list in
    core | engine | package | python | mpi | cad | test | check | bench | docs | fuzz)
      declare -n packages=$list
      wanted+=("${packages[@]}") ;;
    *)
      echo "install.sh: no list '$list'; there are core, engine, package, python, mpi, cad, test, check, bench, docs, fuzz" >&2
      exit 2 ;;
  esac
done

if ! command -v apt-get > /dev/null; then
  echo "install.sh: this is no Debian; these packages (or their like) are needed: ${wanted[*]}" >&2
  exit 0
fi

# The page is built by npm; any will do, Debian's is taken where there is none.
command -v npm > /dev/null || wanted+=(npm)

# One call for all: "ii" in front of each package that is installed.
installed=$(dpkg-query -W -f='${db:Status-Abbrev} ${Package}\n' "${wanted[@]}" 2> /dev/null |
            sed -n 's/^ii *//p' || true)
missing=()
for package in "${wanted[@]}"; do
  grep -qxF "$package" <<< "$installed" || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

run=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo > /dev/null; then
    echo "install.sh: not root and no sudo here; have these installed: ${missing[*]}" >&2
    exit 1
  fi
  echo "Not root: installing with sudo."
  run=(sudo)
fi
echo "Installing ${missing[*]}"
[[ " ${missing[*]} " != *" emscripten "* ]] || echo "(emscripten, clang 16 and what they need take about 1.2 GB)"

log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() {
  "${run[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -q "$@" > "$log" 2>&1
}
# The lists of packages are fetched only when they are empty or turn out to be stale.
if ! apt install --no-install-recommends "${missing[@]}"; then
  if ! { apt update && apt install --no-install-recommends "${missing[@]}"; }; then
    tail -n 20 "$log" >&2
    echo "install.sh: apt-get could not install ${missing[*]}" >&2
    exit 1
  fi
fi
