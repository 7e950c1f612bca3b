# SPDX-License-Identifier: MIT
"""What a case of bad input is, and what counts as refusing it well."""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

TIME_LIMIT_S = 60
NOBODY = 65534


class Case:
    """A command line that must be refused.

    name     what is bad, unique
    words    arguments of graze; paths are relative to a fresh folder
    files    name -> bytes or text, or a function of the folder that makes something special there
    says     words that the message must have
    demote   run without root's right to read and write everything
    stdout   where the answer goes to, if that is what is bad
    """

    def __init__(self, name, words, files=None, says=(), demote=False, stdout=None):
        self.name, self.words, self.files = name, words, files or {}
        self.says, self.demote, self.stdout = says, demote, stdout


def make_files(folder, files):
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if callable(content):
            content(path)
        else:
            path.write_bytes(content if isinstance(content, bytes) else content.encode())


def listing(folder):
    """Every path below the folder with its bytes: what must not change."""
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
            for path in sorted(folder.rglob("*")) if not path.is_fifo()}


def give_up_root():
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)


def hand_over(folder):
    """The folder to nobody: what it may not do there, the case has taken away on purpose."""
    for path in [folder, *folder.rglob("*")]:
        os.chown(path, NOBODY, NOBODY, follow_symlinks=False)


def faults(case, done, before, after):
    """What is wrong with a refusal: an empty list if nothing."""
    lines = done.stderr.splitlines()
    message = lines[0] if lines else ""
    checks = [
        (done.returncode == 2, f"exit code {done.returncode}, not 2"),
        (len(lines) == 1, f"{len(lines)} lines on stderr, not 1"),
        (message.startswith("graze: ") and len(message) > 15, "no sentence that starts with 'graze: '"),
        (len(message) < 600, f"a message of {len(message)} characters"),
        (not done.stdout, "something on stdout"),
        (before == after, f"files changed: {sorted(set(before) ^ set(after)) or 'contents'}"),
        ("Sanitizer" not in done.stderr and "runtime error" not in done.stderr, "sanitizer report"),
    ]
    checks += [(word in message, f"'{word}' is not in the message") for word in case.says]
    return [text for good, text in checks if not good]


def run(graze, case):
    """Runs one case in a folder of its own; gives (message, faults)."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_files(folder, case.files)
        demote = case.demote and os.geteuid() == 0
        if demote:
            hand_over(folder)
        before = listing(folder)
        out = open(case.stdout, "wb") if case.stdout else subprocess.PIPE
        try:
            done = subprocess.run([graze, *case.words], cwd=folder, stdout=out, text=True,
                                  stderr=subprocess.PIPE, timeout=TIME_LIMIT_S, errors="replace",
                                  preexec_fn=give_up_root if demote else None)
        except subprocess.TimeoutExpired:
            return "", [f"no answer after {TIME_LIMIT_S} s"]
        found = faults(case, done, before, listing(folder))
        for path in folder.rglob("*"):  # so that the folder can be removed
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o700)
        return done.stderr.strip(), found


def fail(text):
    print(text, file=sys.stderr)
