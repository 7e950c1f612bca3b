#!/usr/bin/env bash
# Fails where clang-format would change a tracked source; `make format` brings it into shape.
set -euo pipefail
cd "$(dirname "$0")/.."
git ls-files -z '*.h' '*.cpp' | xargs -0 -r clang-format --dry-run -Werror
echo "format: $(git ls-files '*.h' '*.cpp' | wc -l) files in shape"
