//! Pairings and their parts by name, and the lines that the library does not use.
//!
//! Imports: `polylimb::pairing`. Read `registry.rs`, then `lines.rs`.

mod lines;
mod registry;

pub use lines::{Jacobian, JacobianAsCounted, JacobianAsPrinted};
pub use registry::{PAIRINGS, Part};
