#!/usr/bin/env bash
# Reproduce and compare: a truth set with proofs, a method's score on it, a paper's example.
#   GRAZE=build/release/graze examples/users/research.sh
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
command -v "${GRAZE:-graze}" > /dev/null ||
  { echo "there is no ${GRAZE:-graze} here: make build, then GRAZE=build/release/graze $0" >&2; exit 2; }
graze=$(realpath "$(command -v "${GRAZE:-graze}")")
cd "$(mktemp -d)"
run() {  # run EXPECTED_EXIT_CODE COMMAND…: shows the command and what it says
  local wanted=$1 code=0
  shift
  echo "\$ ${*//$graze/graze}"
  "$@" || code=$?
  [ "$code" = "$wanted" ] || { echo "exit code $code, expected $wanted" >&2; exit 1; }
}

# Forty questions about rotating bodies whose answers are proved, and the score of a method on them.
run 0 "$graze" truth truth --queries 40
run 0 "$graze" verify truth/proofs/000000.proof truth/queries/000000.json
run 0 python3 "$here/score/answers.py" truth answers.json "$graze"
run 0 "$graze" score truth answers.json

# What the score of a method that misses looks like: some of its contacts are taken away here.
python3 - << 'PYTHON'
import json
answers = json.load(open("answers.json"))
for number, answer in enumerate(answers["answers"]):
    if number % 9 == 0 and answer["outcome"] == "contact":
        answer["outcome"] = "separated"
json.dump(answers, open("misses.json", "w"))
PYTHON
run 1 "$graze" score truth misses.json

# Boxes under rational motion: all entries and exits, with the printed method's own account.
run 1 "$graze" boxes "$here/scenes/tumbling_boxes.json" --explain
