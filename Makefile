# The commands of this project. Each does its own set-up on a Debian machine: it installs what is
# missing when it may (root, or sudo without a password), and otherwise says exactly what to
# install.

help:
	@echo "make lab     which modular multiplication is fastest here? One to two minutes after the build, three on busy cores; ends by naming the report"
	@echo "make test    the tests but the theorems (make prove); needs only cargo and a C compiler"
	@echo "make check   everything: other word sizes, loom, ThreadSanitizer, constant time, browser, emulators, lints ..."
	@echo "             (one stage: scripts/check STAGE; their names: scripts/check --list)"
	@echo "make c       the library for C and its tests; make install-c DESTDIR=... PREFIX=... installs it"
	@echo "make arm     32-bit Arm, AArch64, Cortex-M in the emulator: exact instructions, estimated cycles"
	@echo "make mote    the ATmega128 in the simulator: exact cycles, memory, bounds, and what was published"
	@echo "make python  the wheel for Python: built, installed in a clean environment, tested there"
	@echo "make prove   theorems about kernels of vectors and assembly, for all inputs, each with its time"
	@echo "make taint   secrets followed through the machine code of all constant-time tests; needs AVX-512"
	@echo "make faults  small errors put into the code one by one; a named test must notice each"
	@echo "make sanitize  all tests of the library under AddressSanitizer; a quarter of an hour"
	@echo "make fuzz    searches inputs that break a decoder or the arithmetic, guided by coverage; HOURS=8 for a night"
	@echo "make compare  random comparisons with num-bigint, OpenSSL and blst; SHARE=1 for 10^9 products, two hours"
	@echo "make sbom    the crates of others as a bill of materials (CycloneDX)"
	@echo "make deny    their licences, sources and known vulnerabilities, by cargo-deny"
	@echo "make reproduce  builds the command, then the wheel, in two folders each, and compares the bytes"
	@echo "make clean   removes what the others built"

lab:
	@scripts/lab

test:
	@scripts/check --user

check:
	@scripts/check

c:
	@scripts/check c

install-c:
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" c/install

arm:
	@scripts/arm

mote:
	@scripts/mote

python:
	@scripts/python

prove:
	@scripts/prove

taint:
	@scripts/machine-code

faults:
	@scripts/faults

sanitize:
	@scripts/asan

fuzz:
	@scripts/fuzz $(HOURS)

compare:
	@scripts/compare $(SHARE)

sbom:
	@scripts/supply-chain sbom

deny:
	@scripts/supply-chain deny

reproduce:
	@scripts/supply-chain reproduce
	@scripts/supply-chain wheel

clean:
	rm -rf target polylimb-lab

.PHONY: help lab test check c install-c arm mote python prove taint faults sanitize fuzz compare sbom deny reproduce clean
