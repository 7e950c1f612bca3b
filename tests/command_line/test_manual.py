# SPDX-License-Identifier: MIT
"""graze, graze help, man pages and completion: all verbs are in all of them."""
import re
import shutil
import subprocess
import sys
import unittest

GRAZE = sys.argv.pop(1)


def graze(*words, text=None):
    return subprocess.run([GRAZE, *words], capture_output=True, text=True, timeout=60, input=text)


def verbs():
    return re.findall(r"^  (\w+) ", graze().stdout, flags=re.MULTILINE)


class Manual(unittest.TestCase):
    def test_graze_alone_and_help_list_the_verbs(self):
        self.assertGreater(len(verbs()), 20)
        self.assertEqual(graze().stdout, graze("help").stdout)
        self.assertEqual((graze().returncode, graze("help").returncode), (0, 0))
        self.assertIn("--tolerance", graze("help", "check").stdout)

    def test_every_verb_has_a_page_with_its_options(self):
        page = graze("man").stdout
        for verb in verbs():
            self.assertIn(f".B {verb}\n", page)
            options = set(re.findall(r"--([a-z][a-z-]+)", graze(verb, "--help").stdout.split("\n\n")[0]))
            own = graze("man", verb).stdout.replace("\\-", "-")
            for option in options:
                self.assertIn("--" + option, own, verb)

    @unittest.skipUnless(shutil.which("bash"), "no bash here")
    def test_bash_completes_verbs_and_options(self):
        script = graze("completion", "bash").stdout + """
COMP_WORDS=(graze che); COMP_CWORD=1; _graze; echo "${COMPREPLY[@]}"
COMP_WORDS=(graze check scene.json --tol); COMP_CWORD=3; _graze; echo "${COMPREPLY[@]}"
"""
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stdout.split(), ["check", "--tolerance"], done.stderr)

    def test_the_other_shells_get_every_verb(self):
        for shell in ("zsh", "fish"):
            text = graze("completion", shell).stdout
            for verb in verbs():
                self.assertIn(verb, text)


if __name__ == "__main__":
    unittest.main()
