//! Searches inputs of one target with libFuzzer: `POLYLIMB_FUZZ=decoders` or `arithmetic`.
#![no_main]

use std::sync::LazyLock;

static TARGET: LazyLock<fn(&[u8]) -> bool> =
    LazyLock::new(|| match std::env::var("POLYLIMB_FUZZ") {
        Ok(name) if name == "decoders" => polylimb_fuzz::decoders,
        Ok(name) if name == "arithmetic" => polylimb_fuzz::arithmetic,
        other => panic!("POLYLIMB_FUZZ is decoders or arithmetic, not {other:?}"),
    });

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    TARGET(bytes);
});
