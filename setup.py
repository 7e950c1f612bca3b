# SPDX-License-Identifier: MIT
"""pip install . : CMake builds the module, setuptools packs it.

Offline, with Debian's packages (scripts/install.sh python):
    python3 -m pip install --no-build-isolation .
"""
import os
import pathlib
import re
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
             "-DGRAZE_BUILD_TOOLS=OFF", "-DGRAZE_BUILD_TESTS=OFF", "-DGRAZE_BUILD_PYTHON=ON",
             f"-DPython_EXECUTABLE={sys.executable}"],
            check=True)
        jobs = os.environ.get("JOBS", str(os.cpu_count() or 1))
        subprocess.run(["cmake", "--build", str(build), "--target", "graze_python", "-j", jobs], check=True)
        target = pathlib.Path(self.get_ext_fullpath(ext.name)).resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        built = next((build / "python" / "graze").glob("_graze*.so"))
        target.write_bytes(built.read_bytes())
        target.chmod(0o755)


setup(
    version=VERSION,
    packages=["graze"],
    package_dir={"graze": "bindings/python/graze"},
    package_data={"graze": ["py.typed", "*.pyi"]},
    ext_modules=[Extension("graze._graze", sources=[])],
    cmdclass={"build_ext": CMakeBuild},
)
