//! Binary fields, counted fields, fields on two cores and products of words against num-bigint and
//! the published counts.

#[cfg(feature = "full")]
#[path = "../../../polylimb/tests/pairing/answers.rs"]
mod answers;
#[path = "../../../polylimb/tests/binary_common/mod.rs"]
mod binary_common;
#[path = "../../../polylimb/tests/common/mod.rs"]
mod common;
#[path = "../../../polylimb/tests/field_common/mod.rs"]
mod field_common;
#[path = "../../../polylimb/tests/field/laws.rs"]
mod laws;

mod binary_methods;
mod counted;
#[cfg(feature = "full")]
mod dual_core;
#[cfg(feature = "full")]
mod pairing_counts;
mod scanning;
