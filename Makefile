# The front door. Underneath: CMakePresets.json, ctest, tools/setup (see CONTRIBUTING.md).
.PHONY: play build test bench fuzz asan coverage wasm clean

JOBS ?= $(shell nproc 2>/dev/null || echo 2)
WERROR ?= OFF
FUZZ_SECONDS ?= 600

# $(call made,PRESET,options,target): configure and build.
made = cmake --preset $(1) -DCMAKE_COMPILE_WARNING_AS_ERROR=$(WERROR) $(2) --log-level=WARNING \
	&& cmake --build --preset $(1) -j $(JOBS) --target $(or $(3),all)
# $(call tested,PRESET,options): run its tests.
tested = ctest --test-dir build/$(1) -j $(JOBS) --output-on-failure --no-tests=error $(2)

play: build
	build/release/sandtable play shields/malfosse --seat English=greedy

build:
	tools/setup play
	$(call made,release,,sandtable)

# The engine as WebAssembly, which the first tests compare with the other; everything with gcc; the
# units once more as clang compiles them; all of it, shorter, and the fuzzers under the sanitizers.
test:
	tools/setup
	$(call made,wasm)
	$(call made,release,-DST_TESTS=ON)
	$(call tested,release)
	$(call made,clang,-DST_TESTS=ON)
	$(call tested,clang,-L unit)
	$(call made,asan,-DST_TESTS=ON)
	$(call tested,asan)
	@echo "make test: all passed"

bench: build
	build/release/sandtable bench

fuzz:
	tools/setup
	$(call made,fuzz,-DST_TESTS=ON)
	FUZZ_SECONDS=$(FUZZ_SECONDS) $(call tested,fuzz,-L fuzz)

asan:
	tools/setup
	$(call made,asan,-DST_TESTS=ON)
	$(call tested,asan,-LE fuzz)

coverage:
	tools/setup
	$(call made,coverage,-DST_TESTS=ON)
	-$(call tested,coverage)
	tests/coverage.sh build/coverage

wasm:
	tools/setup
	$(call made,wasm)

clean:
	rm -rf build
