# The front door. Underneath: CMakePresets.json, ctest, tools/setup (see CONTRIBUTING.md).
.PHONY: play build web install may-install uninstall dist deb site hooks test test-all bench fuzz asan coverage wasm clean

JOBS ?= $(shell nproc 2>/dev/null || echo 2)
WERROR ?= OFF
FUZZ_SECONDS ?= 600

# $(call made,WORDS,PRESET,options,target): configure and build, told in a line.
made = tools/step "$(1)" sh -c "cmake --preset $(2) -DCMAKE_COMPILE_WARNING_AS_ERROR=$(WERROR) $(3) \
	--log-level=WARNING && cmake --build --preset $(2) -j $(JOBS) --target $(or $(4),all)"
# $(call tested,PRESET,options): run its tests, told shortly.
tested = tools/tested $(1) -j $(JOBS) $(2)

# What the program and the module are made of; what is older than them need not be looked at again.
engine := $(shell find src games include cmake tools/embed.c tools/train CMakeLists.txt CMakePresets.json -type f)

# The table in a browser: says the address, opens it where there is a browser, serves until Ctrl-C.
play: build web
	build/release/sandtable serve --open

build: build/release/sandtable
# The source as one file (make dist) brings the pages: neither npm nor a compiler for WebAssembly is needed.
web: $(if $(wildcard build/web/packed),,build/web/dist/index.html)
wasm: build/wasm/sandtable.wasm

build/.set-up-to-play: packages.txt tools/setup
	tools/setup play
	@mkdir -p build && touch $@

build/release/sandtable: build/.set-up-to-play $(engine)
	@$(call made,building the program,release,,sandtable)
	@touch $@

# The engine as WebAssembly; what is busy in it is counted first (src/web/CMakeLists.txt).
build/wasm/sandtable.wasm: build/.set-up-to-play $(engine)
	@$(call made,counting what is busy in the engine,train,,sandtable)
	@tools/step "playing to count it" tools/train
	@$(call made,building the engine for the browser,wasm)
	@touch $@

# Packages as the lock file says, only when it changed; the pages, when anything of them did: a bundle
# of everything a browser needs, for our server or any other.
# (`npm ci` would refuse a lock file without the packages of systems it was not written on.)
web/node_modules/.package-lock.json: web/package-lock.json
	@tools/node
	@tools/step "fetching what the pages are made with" \
		sh -c "cd web && npm install --no-save --no-audit --no-fund --loglevel=error"
	@touch $@

build/web/dist/index.html: web/node_modules/.package-lock.json build/wasm/sandtable.wasm \
		$(shell find web games -path web/node_modules -prune -o -type f -print)
	@tools/step "building the pages" sh -c "cd web && node_modules/.bin/vite build --logLevel warn"
	@touch $@

# The program, its pages and the library under PREFIX (under DESTDIR/PREFIX, for whoever makes packages).
PREFIX ?= /usr/local
install: may-install web
	@$(call made,building the library,release,-DST_LIBRARY=ON)
	@tools/install "$(PREFIX)"

may-install:
	@tools/install --check "$(PREFIX)"

uninstall:
	@tools/install --remove

# The source with its pages as one file; Debian packages made from it (tools/bare deb tries them).
dist: web
	@tools/dist

deb: web
	@JOBS=$(JOBS) tools/deb

# Documents, rules and the playable page as one folder of static files, for any web host: build/site.
site: build web
	@node web/site/make.mjs

# What a change is tried with while one works: the pages, and everything with gcc but the long runs.
test:
	@tools/setup
	@$(MAKE) --no-print-directory web
	@$(call made,building the program and its tests,release,-DST_TESTS=ON -DST_LIBRARY=ON)
	@$(call tested,release,-LE 'ordeal|charts|long')
	@echo "make test: all passed (make test-all runs the long ones too)"

# And all there is: the long ones, the ordeals and every cell of every chart; the units once more as clang compiles
# them; all of it, shorter, and the fuzzers under the sanitizers.
test-all: test
	@$(call tested,release,-L 'ordeal|charts|long')
	@$(call made,building with clang,clang,-DST_TESTS=ON)
	@$(call tested,clang,-L unit)
	@$(call made,building with sanitizers,asan,-DST_TESTS=ON)
	@$(call tested,asan)
	@echo "make test-all: all passed"

# Commit messages are looked at as CONTRIBUTING.md asks for them.
hooks:
	git config core.hooksPath tools/hooks

bench: build
	build/release/sandtable bench

fuzz:
	@tools/setup
	@$(call made,building the fuzzers,fuzz,-DST_TESTS=ON)
	FUZZ_SECONDS=$(FUZZ_SECONDS) $(call tested,fuzz,-L fuzz)

asan:
	@tools/setup
	@$(call made,building with sanitizers,asan,-DST_TESTS=ON)
	@$(call tested,asan,-LE fuzz)

coverage:
	@tools/setup
	@$(call made,building to be counted,coverage,-DST_TESTS=ON)
	-@$(call tested,coverage)
	tests/coverage.sh build/coverage

clean:
	rm -rf build
