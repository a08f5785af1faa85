//! Groups whose type is known at run time only: methods over them are compiled once, not for each
//! curve.
//!
//! | file | what it is |
//! |---|---|
//! | `stored.rs` | points and elements as words |
//! | `codec.rs` | affine points as bytes |
//! | `group.rs` | a group behind one pointer |
//! | `any.rs` | such a group for points of any size |
//!
//! Imports: `polylimb::authors::curve` and the layers below it. Read `stored.rs`, then `group.rs`.

mod any;
mod codec;
mod group;
mod stored;

pub use any::AnyCurve;
#[cfg(feature = "full")]
pub(crate) use any::{BySize, LARGE, SMALL};
pub use codec::AffineCodec;
pub(crate) use group::{Erased, Words};
pub use stored::Stored;
