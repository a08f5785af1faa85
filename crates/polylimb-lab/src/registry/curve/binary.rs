//! Scalar multiplications and coordinates of binary curves by name.

use super::Chosen;
use crate::failure::{Failure, Result};
use crate::number::shorten;
use polylimb::authors::entry::Domain;
use polylimb_catalogue::coordinates::{self, System};
use polylimb_catalogue::multiply::{BINARY_METHODS, BinaryMethod, METHODS, Method};

/// A method of either register.
#[derive(Clone, Copy)]
pub enum Multiplication {
    /// For binary curves only, with its own coordinates.
    Own(&'static BinaryMethod),
    /// For every curve, in any coordinates.
    Any(&'static Method),
}

impl Multiplication {
    /// All methods except those for a single curve over a prime field.
    pub fn all() -> impl Iterator<Item = Self> {
        let own = BINARY_METHODS.iter().map(Self::Own);
        own.chain(METHODS.iter().filter(|m| m.domain == Domain::Any).map(Self::Any))
    }

    /// The method of that name.
    ///
    /// # Errors
    /// [`Failure::Usage`] with the names that exist; for the name of a recoding, with the methods
    /// that take it.
    pub fn find(name: &str) -> Result<Self> {
        if let Some(method) = Self::all().find(|m| m.name() == name) {
            return Ok(method);
        }
        if let Some(method) = METHODS.iter().find(|m| m.name == name) {
            let only = match method.domain {
                Domain::Curve(only) => only,
                _ => "some curve over a prime field",
            };
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

    /// The ways to write the scalar; the first is the usual one.
    #[must_use]
    pub const fn recodings(self) -> &'static [&'static str] {
        match self {
            Self::Own(method) => method.make.recodings,
            Self::Any(method) => method.make.recodings,
        }
    }

    /// Why the method does not work on the curve, as far as that is known before it is tried.
    #[must_use]
    pub fn refusal(self, curve: &Chosen) -> Option<String> {
        match self {
            Self::Own(method)
                if method.domain == Domain::KoblitzCurves && !curve.parameters.is_koblitz() =>
            {
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
pub fn system(name: &str) -> Result<&'static System> {
    coordinates::find(name, Domain::BinaryCurves).map_err(|_| {
        let names: Vec<_> = coordinates::of(Domain::BinaryCurves).map(|s| s.name).collect();
        Failure::usage(format!(
            "there are no coordinates '{}' on binary curves; there are: {}",
            shorten(name),
            names.join(", ")
        ))
    })
}
