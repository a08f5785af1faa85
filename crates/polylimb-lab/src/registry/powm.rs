//! The library's exponentiations with the laboratory's baselines behind them.

mod power;

pub use power::Power;

use crate::failure::{Failure, Result};
use crate::judge::{BASELINES, Baseline};
use polylimb::modmul::{ConstantTime, Domain, Threads};
use polylimb::powm::{METHODS, Method, Width, fixed_base, product};

/// What is known of an exponentiation before it runs.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The word that names it.
    pub name: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// The idea in one line.
    pub summary: &'static str,
    /// What it computes: any `power`, powers of a `fixed-base`, a `batch` or a `product` of powers, or one
    /// whose modulus has known factors (`crt`).
    pub form: &'static str,
    /// On how many lanes it runs.
    pub lanes: Threads,
    /// What its time may depend on.
    pub constant_time: ConstantTime,
    /// For which moduli it works; the library's methods over a multiplication that does.
    pub domain: Domain,
    /// The window widths it takes.
    pub width: Width,
    /// Whether it is the library's own; the others are baselines to compare with.
    pub library: bool,
}

/// Something with an entry.
pub trait Named: Copy {
    /// What is known of it.
    fn entry(&self) -> Entry;
}

/// An exponentiation of any base: what `calc powm` and `lab leak` take.
#[derive(Clone, Copy)]
pub enum Listed {
    /// The library's, over any of its multiplications.
    Library(&'static Method),
    /// Another library's whole function, to compare with.
    Baseline(&'static Baseline),
}

/// An exponentiation the laboratory can measure.
#[derive(Clone, Copy)]
pub enum Measured {
    /// Of any base.
    Power(Listed),
    /// Of a base whose table is made beforehand.
    FixedBase(&'static fixed_base::Method),
    /// The library's eight at once in the lanes of a core, an eight for each thread.
    Batch,
    /// Several powers multiplied.
    Product(&'static product::Method),
    /// The same, each power by itself.
    SeparatePowers,
    /// The private operation of RSA with so many primes.
    Crt(&'static Factors),
    /// The same by one who does not know the primes.
    UnknownFactors,
}

/// How many primes a modulus has.
#[derive(Debug)]
pub struct Factors {
    /// The name of the row.
    pub name: &'static str,
    /// Threads that have a prime each, ascending: as many counts as primes.
    lanes: &'static [usize],
}

impl Factors {
    /// So many primes.
    #[must_use]
    pub const fn primes(&self) -> usize {
        self.lanes.len()
    }
}

/// RSA has two primes, or with several up to four where the modulus has 4096 bits.
const FACTORS: [Factors; 3] = [
    Factors { name: "crt-2-primes", lanes: &[1, 2] },
    Factors { name: "crt-3-primes", lanes: &[1, 2, 3] },
    Factors { name: "crt-4-primes", lanes: &[1, 2, 3, 4] },
];

/// The numbers of primes that rows of [`measured`] have.
pub fn primes() -> impl Iterator<Item = usize> {
    FACTORS.iter().map(Factors::primes)
}

/// Every exponentiation of any base: the library's, then the baselines.
#[must_use]
pub fn all() -> Vec<Listed> {
    let library = METHODS.iter().map(Listed::Library);
    library.chain(BASELINES.iter().map(Listed::Baseline)).collect()
}

/// These, and those that know more than a base and an exponent: what `list powm` shows and `lab powm` measures.
#[must_use]
pub fn measured() -> Vec<Measured> {
    let powers = all().into_iter().map(Measured::Power);
    let known_base = fixed_base::METHODS.iter().map(Measured::FixedBase);
    let products = product::METHODS.iter().map(Measured::Product);
    let known_factors = FACTORS.iter().map(Measured::Crt);
    powers
        .chain(known_base)
        .chain([Measured::Batch])
        .chain(products)
        .chain([Measured::SeparatePowers])
        .chain(known_factors)
        .chain([Measured::UnknownFactors])
        .collect()
}

/// The exponentiation of that name among `listed`.
///
/// # Errors
/// [`Failure::Usage`] with the names that exist.
pub fn find<T: Named>(listed: &[T], name: &str) -> Result<T> {
    listed.iter().copied().find(|l| l.entry().name == name).ok_or_else(|| {
        let names: Vec<_> = listed.iter().map(|l| l.entry().name).collect();
        Failure::usage(format!(
            "there is no exponentiation '{name}'; there are: {}",
            names.join(", ")
        ))
    })
}

impl Named for Listed {
    fn entry(&self) -> Entry {
        match self {
            Self::Library(method) => Entry {
                name: method.name,
                source: method.source,
                summary: method.summary,
                form: "power",
                lanes: method.lanes,
                constant_time: method.constant_time,
                domain: Domain::Any,
                width: method.width,
                library: true,
            },
            Self::Baseline(baseline) => Entry {
                name: baseline.name,
                source: baseline.source,
                summary: baseline.summary,
                form: "power",
                lanes: Threads::Exactly(1),
                constant_time: baseline.constant_time,
                domain: baseline.domain,
                width: Width::None,
                library: false,
            },
        }
    }
}

impl Named for Measured {
    fn entry(&self) -> Entry {
        // What most of them have; the others say so.
        let of = |form, name, source, summary| Entry {
            name,
            source,
            summary,
            form,
            lanes: Threads::Exactly(1),
            constant_time: ConstantTime::Yes,
            domain: Domain::Any,
            width: Width::None,
            library: true,
        };
        match self {
            Self::Power(power) => power.entry(),
            Self::FixedBase(method) => Entry {
                lanes: method.lanes,
                constant_time: method.constant_time,
                ..of("fixed-base", method.name, method.source, method.summary)
            },
            Self::Batch => Entry {
                lanes: Threads::AtLeast(1),
                domain: Domain::OddWithin { least_bits: 2, most_bits: 16_384 },
                ..of(
                    "batch",
                    "batch-of-eight",
                    "Gueron, Krasnov 2016; Buhrow, Gilbert, Haider 2021",
                    "eight powers at once in the lanes of AVX-512, an eight for each thread; the time of one of them",
                )
            },
            // For verification equations, whose numbers are public.
            Self::Product(method) => Entry {
                lanes: method.lanes,
                constant_time: ConstantTime::No,
                ..of("product", method.name, method.source, method.summary)
            },
            Self::SeparatePowers => Entry {
                constant_time: ConstantTime::No,
                ..of(
                    "product",
                    "separate-powers",
                    "Thurber 1973",
                    "each power by sliding-window, then their product: what the others save",
                )
            },
            Self::Crt(factors) => Entry {
                lanes: Threads::OneOf(factors.lanes),
                domain: Domain::Odd,
                ..of(
                    "crt",
                    factors.name,
                    "Quisquater, Couvreur 1982; Garner 1959",
                    "CrtModulus: a power modulo each prime on a lane of its own, blinded and checked",
                )
            },
            Self::UnknownFactors => Entry {
                domain: Domain::Odd,
                ..of(
                    "crt",
                    "unknown-factors",
                    "Brauer 1939",
                    "Modulus::pow, the plain power modulo the product of two primes: what the factors save",
                )
            },
        }
    }
}

/// The words for a [`Width`].
#[must_use]
pub fn width(width: Width) -> String {
    match width {
        Width::None => "none".into(),
        Width::UpTo(most) => format!("1-{most}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique() {
        let measured = measured();
        let names: BTreeSet<_> = measured.iter().map(|m| m.entry().name).collect();
        assert_eq!(names.len(), measured.len());
    }
}
