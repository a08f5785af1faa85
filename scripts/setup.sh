# Finds, or installs when it may, what the other scripts need. To be sourced:
#
#   source scripts/setup.sh
#   need rust cc        if one is missing and stays so, says exactly what to install, and returns 1
#
# It installs Debian packages only, and only as root or with a sudo that asks no password;
# POLYLIMB_INSTALL=no forbids even that. The table below says which package brings which command.

minimum_rust=89 # 1.89, the `rust-version` of Cargo.toml

# A rustup that was installed in this very session is not in PATH yet.
[ -d "$HOME/.cargo/bin" ] && case ":$PATH:" in
*":$HOME/.cargo/bin:"*) ;;
*) PATH="$HOME/.cargo/bin:$PATH" ;;
esac

say() { printf '%s\n' "$*" >&2; }

# Whether THING is there and usable.
has() {
    case $1 in
    rust) cargo --version >/dev/null 2>&1 && [ "$(rust_minor)" -ge "$minimum_rust" ] ;;
    cc) echo 'int main(void){return 0;}' | cc -x c - -o /dev/null >/dev/null 2>&1 ;;
    openmp) echo 'int main(void){return 0;}' | cc -fopenmp -x c - -o /dev/null >/dev/null 2>&1 ;;
    build-std) [ -x /usr/bin/cargo ] && [ -e /usr/lib/rustlib/src/rust/library/std/Cargo.toml ] ;;
    arm) command -v arm-linux-gnueabihf-gcc >/dev/null && command -v qemu-arm >/dev/null ;;
    aarch64) command -v aarch64-linux-gnu-gcc >/dev/null && command -v qemu-aarch64 >/dev/null ;;
    rustfmt) cargo fmt --version >/dev/null 2>&1 ;;
    clippy) cargo clippy --version >/dev/null 2>&1 ;;
    miri) cargo +nightly miri --version >/dev/null 2>&1 ;;
    libssl-dev) [ -e /usr/include/openssl/ssl.h ] ;;
    libgmp-dev) [ -e "$(cc -print-file-name=libgmp.a)" ] ;;
    avr) command -v avr-gcc >/dev/null && command -v avr-nm >/dev/null && [ -e /usr/include/simavr/sim_avr.h ] ;;
    *) command -v "$1" >/dev/null ;;
    esac
}

# The Debian packages that bring THING.
packages_of() {
    case $1 in
    cc | openmp) echo gcc libc6-dev ;;
    c++) echo g++ ;;
    objdump | nm) echo binutils ;;
    build-std) echo rustc-web cargo-web rust-web-src ;;
    arm) echo gcc-arm-linux-gnueabihf libc6-dev-armhf-cross qemu-user ;;
    aarch64) echo gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user ;;
    rustfmt) echo rustfmt-web ;;
    clippy) echo rust-web-clippy ;;
    llvm-mca) echo llvm ;;
    Singular) echo singular ;;
    llvm-mca-22) echo llvm-22 ;;
    avr) echo gcc-avr avr-libc binutils-avr libsimavr-dev libelf-dev ;;
    *) echo "$1" ;;
    esac
}

how_to_get() {
    case $1 in
    rustfmt | clippy) echo "With rustup: rustup component add $1; without: apt-get install $(packages_of "$1")" ;;
    *) echo "On Debian: apt-get install $(packages_of "$1")" ;;
    esac
}

# The minor version of the Rust in PATH (89 for 1.89.0), 0 if there is none.
rust_minor() {
    local version
    version=$(rustc --version 2>/dev/null) || version="rustc 1.0.0"
    version=${version#rustc 1.}
    echo "${version%%.*}"
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

may_install() {
    [ "${POLYLIMB_INSTALL:-yes}" != no ] && command -v apt-get >/dev/null &&
        { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }
}

# One installation at a time: stages run side by side.
install_packages() {
    local lock
    exec {lock}>"${TMPDIR:-/tmp}/polylimb-install-$(id -u).lock"
    flock "$lock"
    install_packages_alone "$@"
    local status=$?
    exec {lock}>&-
    return $status
}

install_packages_alone() {
    say "installing: $*"
    # One index may fail while a mirror is being updated; the install below decides.
    if [ -z "${polylimb_apt_updated:-}" ]; then
        as_root apt-get update -qq >/dev/null 2>&1 </dev/null || true
        polylimb_apt_updated=yes
    fi
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        -o DPkg::Lock::Timeout=300 "$@" </dev/null >/dev/null 2>&1
}

# Debian's plain `cargo` is too old (1.63 in bookworm, 1.85 in trixie). Newer Debians package
# rustup; bookworm has a recent compiler in its security archive under the name it was packaged for,
# "web".
install_rust() {
    install_packages ca-certificates rustup && rustup default stable >/dev/null 2>&1 && hash -r && has rust && return
    install_packages ca-certificates rustc-web cargo-web && hash -r && has rust
}

explain_rust() {
    if rustc --version >/dev/null 2>&1; then
        say "This needs Rust 1.$minimum_rust or newer; \`rustc --version\` says: $(rustc --version)."
        say "With rustup: rustup update stable"
    else
        say "This needs cargo and rustc, 1.$minimum_rust or newer (Debian's own \`cargo\` package is too old)."
    fi
    say "Without rustup: apt-get install rustup && rustup default stable   (Debian 13 and later)"
    say "            or: apt-get install rustc-web cargo-web               (Debian 12)"
    say "            or: follow https://rustup.rs"
}

need() {
    local thing packages status=0
    for thing in "$@"; do
        has "$thing" && continue
        if [ "$thing" = rust ]; then
            { may_install && install_rust; } || { explain_rust; status=1; }
            continue
        fi
        read -ra packages <<<"$(packages_of "$thing")"
        if may_install; then
            install_packages "${packages[@]}" || true
            hash -r
        fi
        has "$thing" || { say "Missing: $thing. $(how_to_get "$thing")"; status=1; }
    done
    return $status
}

# In the check of everything, cargo enables the features that all packages of the workspace together
# ask for, not just the one it compiles. So all tests share one build of the library, and all
# optimised programs another. The option is unstable. RUSTC_BOOTSTRAP would permit it too, but rustc
# would then name functions as a nightly does.
one_build() {
    if [ "${POLYLIMB_ONE_BUILD:-}" = yes ] && [ "$(rust_minor)" -ge 90 ]; then
        export __CARGO_TEST_CHANNEL_OVERRIDE_DO_NOT_USE_THIS=nightly
        export CARGO_UNSTABLE_FEATURE_UNIFICATION=true CARGO_RESOLVER_FEATURE_UNIFICATION=workspace
    fi
}

# For a stage: without all of these it cannot run, and says so.
need_or_skip() {
    need "$@" || exit 77
}
