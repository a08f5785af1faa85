//! Has the linker make one of functions with the same machine code, if it can: LLVM's can, which
//! rustc takes on x86-64 Linux. Nothing here compares the addresses of functions.

use std::env::var;
use std::process::Command;

const FOLD: &str = "-Wl,--icf=all";

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    if var("PROFILE").is_ok_and(|profile| profile == "release") && links_with(FOLD)? {
        println!("cargo::rustc-link-arg-bins={FOLD}");
    }
    Ok(())
}

/// Whether a program links with this argument.
fn links_with(argument: &str) -> std::io::Result<bool> {
    let [rustc, target, folder] =
        ["RUSTC", "TARGET", "OUT_DIR"].map(|name| var(name).expect("set by cargo"));
    let source = format!("{folder}/nothing.rs");
    std::fs::write(&source, "fn main() {}")?;
    let mut command = Command::new(rustc);
    command.args(["--target", &target, "--out-dir", &folder, &source]);
    command.args(["-C", &format!("link-arg={argument}")]);
    if let Ok(linker) = var("RUSTC_LINKER") {
        command.args(["-C", &format!("linker={linker}")]);
    }
    if let Ok(flags) = var("CARGO_ENCODED_RUSTFLAGS") {
        command.args(flags.split('\x1f').filter(|flag| !flag.is_empty()));
    }
    Ok(command.output()?.status.success())
}
