# The front door. Underneath: CMakePresets.json, ctest, tools/setup (see CONTRIBUTING.md).
.PHONY: play build web hooks test bench fuzz asan coverage wasm clean

JOBS ?= $(shell nproc 2>/dev/null || echo 2)
WERROR ?= OFF
FUZZ_SECONDS ?= 600

# $(call made,PRESET,options,target): configure and build.
made = cmake --preset $(1) -DCMAKE_COMPILE_WARNING_AS_ERROR=$(WERROR) $(2) --log-level=WARNING \
	&& cmake --build --preset $(1) -j $(JOBS) --target $(or $(3),all)
# $(call tested,PRESET,options): run its tests.
tested = ctest --test-dir build/$(1) -j $(JOBS) --output-on-failure --no-tests=error $(2)

# $(module): the engine as WebAssembly; what is busy in it is counted first (src/web/CMakeLists.txt).
module = $(call made,train,,sandtable) && tools/train && $(call made,wasm)

# The table in a browser: says the address and serves until Ctrl-C.
play: build web
	build/release/sandtable serve

build:
	tools/setup play
	$(call made,release,,sandtable)

# The pages: a bundle of everything a browser needs, in build/web/dist, for our server or any other.
web:
	tools/setup play
	$(module)
	@$(MAKE) --no-print-directory build/web/dist/index.html

# Packages as the lock file says, only when it changed; the pages, when anything of them did.
# (`npm ci` would refuse a lock file without the packages of systems it was not written on.)
web/node_modules/.package-lock.json: web/package-lock.json
	tools/node
	cd web && npm install --no-save --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

build/web/dist/index.html: web/node_modules/.package-lock.json build/wasm/sandtable.wasm \
		$(shell find web games -path web/node_modules -prune -o -type f -print)
	cd web && node_modules/.bin/vite build --logLevel warn
	@touch $@

# The engine as WebAssembly and the pages, which the first tests look at; everything with gcc; the
# units once more as clang compiles them; all of it, shorter, and the fuzzers under the sanitizers.
test:
	tools/setup
	$(MAKE) --no-print-directory web
	$(call made,release,-DST_TESTS=ON)
	$(call tested,release)
	$(call made,clang,-DST_TESTS=ON)
	$(call tested,clang,-L unit)
	$(call made,asan,-DST_TESTS=ON)
	$(call tested,asan)
	@echo "make test: all passed"

# Commit messages are looked at as CONTRIBUTING.md asks for them.
hooks:
	git config core.hooksPath tools/hooks

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
	$(module)

clean:
	rm -rf build
