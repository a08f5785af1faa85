//! The laboratory as a library: its judges against others, its studies with made-up algorithms, its
//! model.

#[allow(unreachable_pub, reason = "shared by the test programs of several packages")]
#[path = "../../../polylimb/tests/changed/mod.rs"]
mod changed;
#[allow(unreachable_pub, reason = "shared by the test programs of several packages")]
#[path = "../../../polylimb/tests/common/mod.rs"]
mod common;
#[path = "../../../polylimb/tests/splits/mod.rs"]
mod splits;

mod files;
mod judge_gmp;
mod judge_million;
#[cfg(feature = "gmp")]
mod judge_powm;
mod model;
mod powm;
mod study;
