# Two commands do everything: `make demo` and `make test`. Both install what is missing.
.PHONY: help install build page demo package wheel test test-full bench bench-report bench-simulate docs fuzz format check clean
.DEFAULT_GOAL := help
JOBS ?= $(shell nproc)

help:  ## list the targets
	@sed -nE 's/^([a-z-]+):.*## (.*)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 14

install:  ## install what is missing to build (Debian packages)
	@scripts/install.sh core

build: install  ## the release binary, build/release/graze
	@scripts/build.sh release --target graze_programs

page: install  ## the release binary with the engine in its page and reports (emscripten, clang 16: 1.2 GB of packages)
	@scripts/install.sh engine
	@scripts/build_engine.sh
	@scripts/build.sh release --target graze_programs

demo: install  ## the main job on a built-in scene: a table, and a file to look at
	@scripts/build.sh release --target graze_tool
	@scripts/demo.sh

package:  ## a Debian package to install with apt, in build/release
	@scripts/install.sh package python
	@cmake --preset release -DGRAZE_BUILD_PYTHON=ON > /dev/null
	@scripts/build.sh release
	@scripts/build.sh release --target graze_manual
	@cmake --build --preset release --target package
	@ls build/release/*.deb

wheel:  ## the Python module as a wheel, in build/wheel
	@scripts/install.sh python
	@/usr/bin/python3 -m pip wheel --no-build-isolation --no-deps --no-index -w build/wheel .

test:  ## build and run the tests, with a share of the random trials
	@scripts/install.sh test
	@scripts/build.sh checked
	@ctest --preset checked -j $(JOBS)

test-full:  ## all random trials, a million attacks, the sanitizers; continues where it was interrupted
	@scripts/install.sh test engine fuzz
	@scripts/build_engine.sh
	@scripts/test_full.py

bench:  ## build and run the benchmarks, with peers in the same run
	@scripts/install.sh bench
	@scripts/build.sh bench
	@scripts/bench.sh

bench-simulate: build  ## simulate the scenes of rigid-ipc, check the recordings, print a table
	@scripts/simulate_table.py build/release/graze

bench-report:  ## run the benchmarks of docs/performance.md and put what they print into it
	@scripts/install.sh bench
	@scripts/build.sh bench
	@scripts/bench_report.py

fuzz:  ## let libFuzzer loose on the readers, FUZZ_SECONDS (60) each
	@scripts/install.sh fuzz
	@scripts/build.sh fuzz
	@scripts/fuzz.sh

docs:  ## the docs site, build/site/index.html
	@scripts/install.sh docs
	@scripts/build_docs.py

format:  ## bring the sources into shape
	@scripts/install.sh check
	@git ls-files '*.h' '*.cpp' | xargs clang-format -i

check:  ## format, layers, names and doc links
	@scripts/install.sh check
	@scripts/check.sh

clean:  ## remove everything that was built
	@rm -rf build
