//! Searches inputs of one target with libFuzzer: `POLYLIMB_FUZZ=decoders`, `arithmetic` or
//! `files`.
#![no_main]

#[path = "../files.rs"]
mod files;

use std::sync::LazyLock;

static TARGET: LazyLock<fn(&[u8]) -> bool> =
    LazyLock::new(|| match std::env::var("POLYLIMB_FUZZ") {
        Ok(name) if name == "decoders" => polylimb_fuzz::decoders,
        Ok(name) if name == "arithmetic" => polylimb_fuzz::arithmetic,
        Ok(name) if name == "files" => files::files,
        other => panic!("POLYLIMB_FUZZ is decoders, arithmetic or files, not {other:?}"),
    });

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    TARGET(bytes);
});
