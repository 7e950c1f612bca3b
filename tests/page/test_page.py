# SPDX-License-Identifier: MIT
"""Does with the page what a person does, in a real browser, and looks at what is on the screen. [G4]

    test_page.py GRAZE EXAMPLES [TEST...]
"""
import sys
import unittest

from engine_tests import Engine
from gallery_tests import Gallery
from load_tests import Load
from report_tests import Report
from view_tests import View

if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:], verbosity=2)
