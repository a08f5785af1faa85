//! Notes which compiler and which commit the laboratory was built from: a measurement that cannot
//! be repeated is worth little. Outside a git checkout (a package) the commit is `unknown`.

use std::env;
use std::path::Path;
use std::process::Command;

pub(crate) fn note() {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let version = output(&rustc, &["--version"]).unwrap_or_else(|| "unknown".into());
    println!("cargo::rustc-env=POLYLIMB_RUSTC={version}");
    let target = env::var("TARGET").unwrap_or_else(|_| "unknown".into());
    println!("cargo::rustc-env=POLYLIMB_TARGET={target}");
    println!("cargo::rustc-env=POLYLIMB_COMMIT={}", commit());
    for path in
        ["build", "src", "../polylimb/src", "../polylimb-catalogue/src", "../polylimb-cli/src"]
    {
        println!("cargo::rerun-if-changed={path}");
    }
    // Every commit and checkout appends to HEAD's log.
    if let Some(log) = output("git", &["rev-parse", "--git-path", "logs/HEAD"])
        && Path::new(&log).exists()
    {
        println!("cargo::rerun-if-changed={log}");
    }
}

/// The commit's short name, with `-dirty` if tracked files differ from it.
fn commit() -> String {
    let Some(name) = output("git", &["rev-parse", "--short=12", "HEAD"]) else {
        return "unknown".into();
    };
    match output("git", &["status", "--porcelain", "--untracked-files=no"]) {
        Some(changes) if !changes.is_empty() => format!("{name}-dirty"),
        _ => name,
    }
}

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
