# SPDX-License-Identifier: MIT
"""pip install . : CMake builds the module, setuptools packs it.

Offline, with Debian's packages (scripts/install.sh python):
    python3 -m pip install --no-build-isolation .
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent
VERSION = re.search(r"project\(graze VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


class CMakeBuild(build_ext):
    def build_extension(self, ext):
        build = pathlib.Path(self.build_temp).resolve() / "cmake"
        build.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["cmake", "-S", str(ROOT), "-B", str(build), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
             "-DGRAZE_BUILD_TOOLS=OFF", "-DGRAZE_BUILD_TESTS=OFF", "-DGRAZE_BUILD_PYTHON=ON", "-DGRAZE_UNITY=ON",
             f"-DPython_EXECUTABLE={sys.executable}"],
            check=True)
        jobs = os.environ.get("JOBS", str(os.cpu_count() or 1))
        make = ["cmake", "--build", str(build), "-j", jobs, "--target"]
        subprocess.run([*make, "graze_python"], check=True)
        if subprocess.run([*make, "graze_python_page"]).returncode != 0:
            print("The page was not built (npm and a network are needed): notebooks will show tables.")
        target = pathlib.Path(self.get_ext_fullpath(ext.name)).resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        package = build / "python" / "graze"
        shutil.copy(next(package.glob("_graze*.so")), target)
        if (package / "page.html").exists():
            shutil.copy(package / "page.html", target.parent)


setup(
    version=VERSION,
    packages=["graze"],
    package_dir={"graze": "bindings/python/graze"},
    package_data={"graze": ["py.typed", "*.pyi", "page.html"]},
    ext_modules=[Extension("graze._graze", sources=[])],
    cmdclass={"build_ext": CMakeBuild},
)
