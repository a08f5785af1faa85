//! Scalar multiplications and coordinates of binary curves by name.

use super::Chosen;
use crate::failure::{Failure, Result};
use crate::number::shorten;
use polylimb::curve::binary::{BINARY_COORDINATES, BinarySystem};
use polylimb::multiply::{BINARY_METHODS, BinaryMethod, METHODS, Method};

/// A method of either registry.
#[derive(Clone, Copy)]
pub enum Multiplication {
    /// One for binary curves only, with coordinates of its own.
    Own(&'static BinaryMethod),
    /// One for every curve, in any coordinates.
    Any(&'static Method),
}

impl Multiplication {
    /// All of them that are not for one curve over a prime field.
    pub fn all() -> impl Iterator<Item = Self> {
        let own = BINARY_METHODS.iter().map(Self::Own);
        own.chain(METHODS.iter().filter(|m| m.curve.is_none()).map(Self::Any))
    }

    /// The method of that name.
    ///
    /// # Errors
    /// [`Failure::Usage`] with the names that exist; for the name of a recoding with the methods that take it.
    pub fn find(name: &str) -> Result<Self> {
        if let Some(method) = Self::all().find(|m| m.name() == name) {
            return Ok(method);
        }
        if let Some(method) = METHODS.iter().find(|m| m.name == name) {
            let only = method.curve.unwrap_or("some curve over a prime field");
            return Err(Failure::usage(format!("{name} is for {only} only")));
        }
        let takes = Self::all().filter(|m| m.recodings().contains(&name)).map(Self::name);
        let takes: Vec<_> = takes.collect();
        if !takes.is_empty() {
            return Err(Failure::usage(format!(
                "{name} is a recoding, which these multiplications take: {}",
                takes.join(", ")
            )));
        }
        Err(Failure::usage(format!(
            "there is no scalar multiplication '{}'; there are: {}",
            shorten(name),
            Self::all().map(Self::name).collect::<Vec<_>>().join(", ")
        )))
    }

    /// The name in the literature.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Own(method) => method.name,
            Self::Any(method) => method.name,
        }
    }

    /// How the scalar may be written; the first is the usual way.
    #[must_use]
    pub const fn recodings(self) -> &'static [&'static str] {
        match self {
            Self::Own(method) => method.recodings,
            Self::Any(method) => method.recodings,
        }
    }

    /// Why the curve is none for this method, as far as that can be told before it is tried.
    #[must_use]
    pub fn refusal(self, curve: &Chosen) -> Option<String> {
        match self {
            Self::Own(method) if method.koblitz && !curve.parameters.is_koblitz() => {
                Some(format!("{} is for Koblitz curves, and {} is none", method.name, curve.title))
            }
            _ => None,
        }
    }
}

/// The coordinate system of that name.
///
/// # Errors
/// [`Failure::Usage`] with the names that exist.
pub fn system(name: &str) -> Result<&'static BinarySystem> {
    BINARY_COORDINATES.iter().find(|s| s.name == name).ok_or_else(|| {
        let names: Vec<_> = BINARY_COORDINATES.iter().map(|s| s.name).collect();
        Failure::usage(format!(
            "there are no coordinates '{}' on binary curves; there are: {}",
            shorten(name),
            names.join(", ")
        ))
    })
}
