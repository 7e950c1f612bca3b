#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the manual page and the completion of bash from what the command line says of itself.

    scripts/make_manual.py GRAZE FOLDER      writes FOLDER/graze.1 and FOLDER/graze (for bash)
"""
import re
import subprocess
import sys
from pathlib import Path

VERB = re.compile(r"^  ([a-z]+) {2,}(\S.*)$")
OPTION = re.compile(r"--[a-z][a-z-]*")


def help_of(graze, *words):
    done = subprocess.run([graze, *words, "--help"], capture_output=True, text=True, check=True)
    return done.stdout.rstrip().replace("\u2026", "...")


def verbs_of(text):
    """Name and summary of every verb, in the order of the help."""
    listed = text.split("\nSubcommands:\n")[1].split("\n\n")[0]
    return [match.groups() for match in map(VERB.match, listed.split("\n")) if match]


def escaped(text):
    """Troff takes a backslash for a command, and so a dot or quote at the start of a line."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def manual(version, top, verbs, helps):
    page = [f'.TH GRAZE 1 "" "graze {version}" "User commands"', ".SH NAME",
            "graze \\- when, where and how moving things first touch, proved", ".SH SYNOPSIS",
            ".B graze", "[OPTIONS] VERB ...", ".SH OPTIONS", ".nf", escaped(top.split("\nSubcommands:")[0]), ".fi",
            ".SH VERBS"]
    for name, summary in verbs:
        page += [f".SS {name}", escaped(summary), ".nf", escaped(helps[name].split("\n", 1)[1]), ".fi"]
    page += [".SH EXIT STATUS", "0: fine, or no contact; 1: contact, or a false negative; 2: bad input; 3: undecided."]
    return "\n".join(page) + "\n"


def completion(top, verbs, helps):
    """Verbs first, then the verb's options, else files."""
    options = lambda text: " ".join(sorted(set(OPTION.findall(text))))
    cases = "\n".join(f"    {name}) words='{options(helps[name])}' ;;" for name, _ in verbs)
    names = " ".join(name for name, _ in verbs)
    return f"""# bash completion of graze
_graze() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} words
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '{names} {options(top.split("Subcommands:")[0])}' -- "$word"))
    return
  fi
  case ${{COMP_WORDS[1]}} in
{cases}
  esac
  case $word in
    -*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}}
complete -o filenames -F _graze graze
"""


def main():
    graze, folder = sys.argv[1], Path(sys.argv[2])
    version = subprocess.run([graze, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    top = help_of(graze)
    verbs = verbs_of(top)
    helps = {name: help_of(graze, name) for name, _ in verbs}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "graze.1").write_text(manual(version, top, verbs, helps))
    (folder / "graze").write_text(completion(top, verbs, helps))


if __name__ == "__main__":
    main()
