#!/usr/bin/env bash
# The main job on a scene that comes with Graze: ask, print the answer, write something to look at.
set -euo pipefail
cd "$(dirname "$0")/.."
graze=build/release/graze
scene=examples/scenes/falling_gear.json
mkdir -p build/demo
out=build/demo/falling_gear.glb

echo
echo "A gear falls through a ring that turns. When, where and how do they first touch?"
echo "\$ $graze check $scene"
echo
code=0
"$graze" check "$scene" || code=$?
# 1 says "contact", which is what this scene is about; anything else is a fault.
[ "$code" -eq 1 ] || { echo "demo: graze check gave exit code $code, expected 1 (contact)" >&2; exit 1; }

echo
echo "\$ $graze export $scene $out"
"$graze" export "$scene" "$out"
echo
echo "To see it, open $out in a glTF viewer (Blender, three.js editor, Windows 3D Viewer) and play it:"
echo "a ball and an arrow appear where, when and in which direction the two first touch."

if "$graze" report "$scene" -o build/demo/falling_gear.html > /dev/null 2>&1; then
  echo
  echo "Or open build/demo/falling_gear.html in a browser: the answer, the motion and its proof in one file."
  echo "Live, with a car door to drag:  $graze view"
else
  echo
  echo "graze could not write its page, which is built in where npm is found: $graze report $scene -o page.html says why."
fi
