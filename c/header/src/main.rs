//! Writes the header for C to standard output.

use std::io::{Write, stdout};
use std::path::Path;

fn main() {
    let c = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let config = cbindgen::Config::from_file(c.join("cbindgen.toml")).expect("c/cbindgen.toml");
    let bindings = cbindgen::Builder::new()
        .with_config(config)
        .with_src(c.join("src/lib.rs"))
        .generate()
        .expect("c/src can be read");
    let mut header = Vec::new();
    bindings.write(&mut header);
    stdout().write_all(&header).expect("standard output is open");
}
