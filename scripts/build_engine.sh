#!/usr/bin/env bash
# The engine of the page, build/engine/engine.{js,wasm}: the core, compiled by emscripten. Every preset whose page is
# built afterwards carries it: scripts/build_engine.sh [ARGUMENTS of cmake --build]
set -euo pipefail
cd "$(dirname "$0")/.."
toolchain=$(dirname "$(readlink -f "$(command -v em++)")")/cmake/Modules/Platform/Emscripten.cmake
mkdir -p build
export NODE_PATH=${NODE_PATH:-/usr/share/nodejs}  # Debian's emscripten keeps modules there, where only Debian's node looks
# emscripten's own clang 14 takes loads past stores to the same place where it spreads a number over a vector
# (v128.load64_splat): wrong numbers, here in the errors of paths. clang 16 does not.
export EM_LLVM_ADD_VERSION=16 EM_CLANG_ADD_VERSION=16
! command -v ccache > /dev/null || export EM_COMPILER_WRAPPER=ccache
if ! cmake -S page/engine -B build/engine -G Ninja -DCMAKE_TOOLCHAIN_FILE="$toolchain" -DCMAKE_BUILD_TYPE=Release \
  > build/configure_engine.log 2>&1; then
  cat build/configure_engine.log >&2
  exit 1
fi
cmake --build build/engine -j "${JOBS:-$(nproc)}" "$@"
node page/pack.mjs build/engine
