//! Feature `gmp`: links the GMP library of `scripts/gmp`, which is built on first use.
//!
//! `POLYLIMB_GMP` names another prefix; it needs `lib/libgmp.a`, and `kernels.txt` as the script
//! writes it, because a baseline of unknown speed says nothing.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Emits the link flags, and `POLYLIMB_GMP_KERNELS` for `polylimb info`.
pub(crate) fn link() {
    println!("cargo::rerun-if-changed=build/gmp.rs");
    println!("cargo::rerun-if-env-changed=POLYLIMB_GMP");
    if env::var_os("CARGO_FEATURE_GMP").is_none() {
        return;
    }
    let prefix = env::var_os("POLYLIMB_GMP").map_or_else(build, PathBuf::from);
    let kernels = prefix.join("kernels.txt");
    // A cleaned cache is filled again.
    println!("cargo::rerun-if-changed={}", kernels.display());
    let text = fs::read_to_string(&kernels)
        .unwrap_or_else(|e| panic!("{}: {e}; scripts/gmp makes it", kernels.display()));
    println!("cargo::rustc-env=POLYLIMB_GMP_KERNELS={}", text.trim().replace('\n', "; "));
    println!("cargo::rustc-link-search=native={}", prefix.join("lib").display());
    println!("cargo::rustc-link-lib=static=gmp");
}

/// Runs `scripts/gmp`, which prints the prefix.
fn build() -> PathBuf {
    println!("cargo::rerun-if-env-changed=XDG_CACHE_HOME");
    let script = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"))
        .join("../../scripts/gmp");
    assert!(
        script.exists(),
        "feature gmp needs scripts/gmp of the repository, or POLYLIMB_GMP with the prefix it printed"
    );
    println!("cargo::rerun-if-changed={}", script.display());
    let output = Command::new("bash")
        .arg(&script)
        .stderr(Stdio::inherit())
        .output()
        .expect("feature gmp needs bash");
    assert!(output.status.success(), "scripts/gmp failed; its message is above");
    PathBuf::from(String::from_utf8(output.stdout).expect("a path in UTF-8").trim())
}
