#!/usr/bin/env bash
# The engine of the page, build/engine/engine.{js,wasm}: the core compiled by emscripten.
set -euo pipefail
cd "$(dirname "$0")/.."
toolchain=$(dirname "$(readlink -f "$(command -v em++)")")/cmake/Modules/Platform/Emscripten.cmake
mkdir -p build
cmake -S page/engine -B build/engine -G Ninja -DCMAKE_TOOLCHAIN_FILE="$toolchain" -DCMAKE_BUILD_TYPE=Release \
  > build/configure_engine.log 2>&1 || { cat build/configure_engine.log >&2; exit 1; }
cmake --build build/engine -j "${JOBS:-$(nproc)}" "$@"
ls -l build/engine/engine.wasm
