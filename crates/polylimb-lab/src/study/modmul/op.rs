//! The timed operations of a modular multiplication.

use crate::failure::{Failure, Result};

/// An operation of a modular multiplication.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// A product inside the domain.
    Mul,
    /// A square inside the domain.
    Sqr,
    /// From a number to a residue.
    Enter,
    /// From a residue to a number.
    Leave,
}

impl Op {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Mul, Self::Sqr, Self::Enter, Self::Leave];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mul => "mul",
            Self::Sqr => "sqr",
            Self::Enter => "enter",
            Self::Leave => "leave",
        }
    }

    /// The operation of that name.
    ///
    /// # Errors
    /// [`Failure::Usage`] with the names that exist.
    pub fn by_name(name: &str) -> Result<Self> {
        Self::ALL.into_iter().find(|op| op.name() == name).ok_or_else(|| {
            Failure::usage(format!(
                "there is no operation '{name}'; there are: {}",
                Self::ALL.map(Self::name).join(", ")
            ))
        })
    }
}
