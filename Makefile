# Two commands do everything: `make demo` and `make test`.
.PHONY: help install build demo test test-full bench docs clean
JOBS ?= $(shell nproc)

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

install:  ## install what is missing (Debian packages)
	@scripts/install.sh

build: install  ## the release binary, build/release/graze
	@cmake --preset release > /dev/null && cmake --build --preset release -j $(JOBS)

test: install  ## build and run the tests, a share of the random trials
	@cmake --preset checked > /dev/null && cmake --build --preset checked -j $(JOBS)
	@ctest --preset checked -j $(JOBS)
