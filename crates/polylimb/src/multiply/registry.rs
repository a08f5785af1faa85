//! All methods of scalar multiplication by name.

use super::{left_to_right_vartime, right_to_left_vartime};
use crate::curve::{AnyCurve, BySize, Erased, Group, LARGE, MEDIUM, SMALL, Words};
use crate::error::{Error, Result};
use crate::limb::{Bits, Word};
use crate::recoding::Recoding;
use crate::team::Split;
use crate::timing::ConstantTime;

/// Compiles a method for each size of stored points.
macro_rules! run {
    ($method:expr) => {
        Run { small: $method, medium: $method, large: $method }
    };
}

/// Every method of the library.
pub static METHODS: &[Method] = &[
    Method {
        name: "double-and-add-left-to-right",
        source: "thesis, Algorithm 3",
        summary: "a doubling per bit from the top, the base added where it is 1",
        constant_time: ConstantTime::No,
        run: run!(|g, w| left_to_right_vartime(g, w.k, w.base)),
    },
    Method {
        name: "double-and-add-right-to-left",
        source: "thesis, Algorithm 2",
        summary: "the running multiple 2^i P added where bit i is 1",
        constant_time: ConstantTime::No,
        run: run!(|g, w| right_to_left_vartime(g, w.k, w.base)),
    },
];

/// The method of that name in [`METHODS`].
///
/// # Errors
/// [`Error::UnknownName`].
pub fn find(name: &str) -> Result<&'static Method> {
    let unknown = Error::UnknownName { kind: "multiplication method" };
    METHODS.iter().find(|m| m.name == name).ok_or(unknown)
}

/// A way to multiply a point by a scalar.
#[derive(Clone, Copy)]
pub struct Method {
    /// The name in the literature, in kebab-case.
    pub name: &'static str,
    /// Where it was published: authors, year, algorithm number.
    pub source: &'static str,
    /// One line: the idea.
    pub summary: &'static str,
    /// Whether its time tells nothing about scalar and point, over a group that is constant-time.
    pub constant_time: ConstantTime,
    run: Run,
}

/// The method for each size of stored points.
#[derive(Clone, Copy)]
struct Run {
    small: fn(&Erased<SMALL>, &Work<'_, Words<SMALL>>) -> Words<SMALL>,
    medium: fn(&Erased<MEDIUM>, &Work<'_, Words<MEDIUM>>) -> Words<MEDIUM>,
    large: fn(&Erased<LARGE>, &Work<'_, Words<LARGE>>) -> Words<LARGE>,
}

/// One scalar multiplication.
#[derive(Clone, Copy)]
pub struct Work<'a, E: ?Sized> {
    /// The scalar.
    pub k: Bits<'a>,
    /// The point, as an entry of the group.
    pub base: &'a E,
    /// How the scalar is written, for methods that leave the choice; none for the method's own.
    pub recoding: Option<&'static Recoding>,
    /// The recoding's width; none for its usual one.
    pub width: Option<usize>,
    /// What runs the parts of a parallel method.
    pub split: &'a dyn Split,
}

impl<'a, E: ?Sized> Work<'a, E> {
    fn over<T>(&self, base: &'a T) -> Work<'a, T> {
        Work { k: self.k, base, recoding: self.recoding, width: self.width, split: self.split }
    }
}

impl Method {
    /// The product, as an entry in the first words of `r`; `work.base` is an entry of `curve`.
    ///
    /// # Errors
    /// [`Error::Length`] if `r` or the base is shorter than an entry.
    pub fn multiply(
        &self,
        curve: &AnyCurve,
        work: &Work<'_, [Word]>,
        r: &mut [Word],
    ) -> Result<()> {
        match &curve.0 {
            BySize::Small(group) => multiply(group, self.run.small, work, r),
            BySize::Medium(group) => multiply(group, self.run.medium, work, r),
            BySize::Large(group) => multiply(group, self.run.large, work, r),
        }
    }
}

fn multiply<const N: usize>(
    group: &Erased<N>,
    run: fn(&Erased<N>, &Work<'_, Words<N>>) -> Words<N>,
    work: &Work<'_, [Word]>,
    r: &mut [Word],
) -> Result<()> {
    let words = group.entry_words();
    for (what, got) in [("the base", work.base.len()), ("the result", r.len())] {
        if got < words {
            return Err(Error::Length { what, expected: words, got });
        }
    }
    let mut base = [0; N];
    base[..words].copy_from_slice(&work.base[..words]);
    let product = run(group, &work.over(&base));
    let mut entry = [[0; N]];
    group.normalise(&[product], &mut entry);
    r[..words].copy_from_slice(&entry[0][..words]);
    Ok(())
}
