# What OpenBench and other test servers expect: `make EXE=path` leaves the optimised program at that
# path. Everything else is done with cargo, see README.md.

EXE ?= simurgh
CARGO ?= cargo
CARGOFLAGS ?= --locked

# Evaluation needs no file yet; one that is given is named and ignored.
EVALFILE ?=

SUFFIX := $(if $(filter Windows_NT,$(OS)),.exe)
BUILT = $(or $(CARGO_TARGET_DIR),target)/release/simurgh$(SUFFIX)
WANTED = $(if $(filter %$(SUFFIX),$(EXE)),$(EXE),$(EXE)$(SUFFIX))

.PHONY: all clean

all:
	$(if $(EVALFILE),@echo "EVALFILE=$(EVALFILE) is not used: evaluation needs no file")
	$(CARGO) build --release --bin simurgh $(CARGOFLAGS)
	cp "$(BUILT)" "$(WANTED)"

clean:
	$(CARGO) clean --release
