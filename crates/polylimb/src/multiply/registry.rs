//! All methods of scalar multiplication by name.

use super::comb::Comb;
use super::precomputed_doublings::Doublings;
use super::{
    BaseWindows, OddMultiples, chain_vartime, fixed_window, glv, interleaved_vartime, joint,
    ladder, left_to_right_vartime, multi_scalar, on_the_fly_vartime, parallel, regular_window,
    right_to_left_vartime, signed_comb, signed_digits_vartime,
};
use crate::curve::{AnyCurve, BySize, Erased, Group, LARGE, MEDIUM, SMALL, Words};
use crate::error::{Error, Result};
use crate::limb::{Bits, Word};
use crate::modmul::Threads;
use crate::recoding::{self, Digit, Form, Recoding, digits_needed};
use crate::team::{Alone, Split};
use crate::timing::ConstantTime;
use alloc::vec;
use alloc::vec::Vec;

/// Compiles a method for each size of stored points.
macro_rules! run {
    ($method:expr) => {
        $crate::multiply::registry::Run { small: $method, medium: $method, large: $method }
    };
}
pub(super) use run;

/// Every method of the library.
pub static METHODS: &[Method] = &[
    Method {
        name: "double-and-add-left-to-right",
        source: "thesis, Algorithm 3",
        summary: "a doubling per bit from the top, the base added where it is 1",
        threads: Threads::Exactly(1),
        constant_time: ConstantTime::No,
        base: Base::Any,
        curve: None,
        recodings: &["binary"],
        run: run!(|g, w| left_to_right_vartime(g, w.k, w.base)),
    },
    Method {
        name: "double-and-add-right-to-left",
        source: "thesis, Algorithm 2",
        summary: "the running multiple 2^i P added where bit i is 1",
        threads: Threads::Exactly(1),
        constant_time: ConstantTime::No,
        base: Base::Any,
        curve: None,
        recodings: &["binary"],
        run: run!(|g, w| right_to_left_vartime(g, w.k, w.base)),
    },
    Method {
        name: "precomputed-doublings",
        source: "thesis, Algorithm 4",
        summary: "all 2^i P in a table, then additions only",
        threads: Threads::Exactly(1),
        constant_time: ConstantTime::No,
        base: Base::Known,
        curve: None,
        recodings: &["binary"],
        run: run!(|g, w| Doublings::new(g, w.base, w.k.len()).multiply_vartime(g, w.k)),
    },
    Method {
        name: "addition-subtraction",
        source: "thesis, Algorithm 5",
        summary: "digits 0, 1 and -1; a subtraction costs what an addition does",
        threads: Threads::Exactly(1),
        constant_time: ConstantTime::No,
        base: Base::Any,
        curve: None,
        recodings: &["naf", "mof"],
        run: run!(|g, w| digits_vartime(g, w)),
    },
    Method {
        name: "window",
        source: "Koyama, Tsuruoka 1993; Okeya et al. 2004",
        summary: "odd signed digits of w bits from a table of odd multiples",
        threads: Threads::Exactly(1),
        constant_time: ConstantTime::No,
        base: Base::Any,
        curve: None,
        recodings: &["w-naf", "w-mof"],
        run: run!(|g, w| digits_vartime(g, w)),
    },
    Method {
        name: "window-on-the-fly",
        source: "Okeya, Schmidt-Samoa, Spahn, Takagi 2004",
        summary: "windows whose digits are written from the top while they are used",
        threads: Threads::Exactly(1),
        constant_time: ConstantTime::No,
        base: Base::Any,
        curve: None,
        recodings: &["w-mof"],
        run: run!(|g, w| on_the_fly_vartime(g, w.k, w.width, w.base)),
    },
    Method {
        name: "multi-base-chain",
        source: "Dimitrov, Imbert, Mishra 2005; Mishra, Dimitrov 2007",
        summary: "doublings, triplings and quintuplings by Horner's rule",
        threads: Threads::Exactly(1),
        constant_time: ConstantTime::No,
        base: Base::Any,
        curve: None,
        recodings: &["double-base-chain", "mbns"],
        run: run!(|g, w| match w.recoding.form {
            Form::Terms(write) => chain_vartime(g, &write(w.k), w.base),
            _ => unreachable!("checked: a chain"),
        }),
    },
    Method {
        name: "straus",
        source: "Straus 1964; Moeller 2001",
        summary: "for sums of multiples: a window of digits for each point, one pass of doublings",
        threads: Threads::Exactly(1),
        constant_time: ConstantTime::No,
        base: Base::Any,
        curve: None,
        recodings: &["w-naf"],
        run: run!(|g, w| multi_scalar::straus_vartime(g, &[(w.k, w.base)], w.width)),
    },
    Method {
        name: "pippenger",
        source: "Pippenger 1976; Bernstein, Doumen, Lange, Oosterwijk 2012",
        summary: "for sums of many multiples: a bucket for each digit",
        threads: Threads::Exactly(1),
        constant_time: ConstantTime::No,
        base: Base::Any,
        curve: None,
        recodings: &["signed-window"],
        run: run!(|g, w| multi_scalar::pippenger_vartime(g, &[(w.k, w.base)])),
    },
    Method {
        name: "shamir-jsf",
        source: "Straus 1964; Solinas 2001",
        summary: "for k P + l Q: both scalars in one pass, half of the columns 0",
        threads: Threads::Exactly(1),
        constant_time: ConstantTime::No,
        base: Base::Any,
        curve: None,
        recodings: &["jsf"],
        run: run!(|g, w| {
            let (low, high_part, high) = halves(g, w);
            let mut entry = [*w.base];
            g.normalise(&[high], &mut entry);
            joint::shamir_vartime(g, [low, high_part], [w.base, &entry[0]])
        }),
    },
    Method {
        name: "interleaved",
        source: "Straus 1964; Moeller 2001",
        summary: "for k B + l P: wide windows for a base known beforehand, the doublings shared",
        threads: Threads::Exactly(1),
        constant_time: ConstantTime::No,
        base: Base::Any,
        curve: None,
        recodings: &["w-naf"],
        run: run!(|g, w| {
            let (low, high_part, high) = halves(g, w);
            let table = OddMultiples::new(g, w.base, w.width);
            interleaved_vartime(g, low, &table, high_part, &high)
        }),
    },
    Method {
        name: "ladder",
        source: "Montgomery 1987; Joye, Yen 2002",
        summary: "a doubling and an addition for every bit",
        threads: Threads::Exactly(1),
        constant_time: ConstantTime::Yes,
        base: Base::Any,
        curve: None,
        recodings: &["binary"],
        run: run!(|g, w| ladder(g, w.k, w.base)),
    },
    Method {
        name: "fixed-window",
        source: "Brauer 1939; Booth 1951",
        summary: "w doublings and an addition from a table that is read as a whole; the default",
        threads: Threads::Exactly(1),
        constant_time: ConstantTime::Yes,
        base: Base::Any,
        curve: None,
        recodings: &["signed-window"],
        run: run!(|g, w| match w.width {
            1 => fixed_window::<1, _>(g, w.k, w.base),
            2 => fixed_window::<2, _>(g, w.k, w.base),
            3 => fixed_window::<4, _>(g, w.k, w.base),
            4 => fixed_window::<8, _>(g, w.k, w.base),
            5 => fixed_window::<16, _>(g, w.k, w.base),
            _ => fixed_window::<32, _>(g, w.k, w.base),
        }),
    },
    Method {
        name: "regular-window",
        source: "Joye, Tunstall 2009; Okeya, Takagi 2003",
        summary: "odd signed digits, none of them 0, from a table of odd multiples that is read as a whole",
        threads: Threads::Exactly(1),
        constant_time: ConstantTime::Yes,
        base: Base::Any,
        curve: None,
        recodings: &["regular"],
        run: run!(|g, w| match w.width {
            1 => regular_window::<1, _>(g, w.k, w.base),
            2 => regular_window::<2, _>(g, w.k, w.base),
            3 => regular_window::<4, _>(g, w.k, w.base),
            4 => regular_window::<8, _>(g, w.k, w.base),
            5 => regular_window::<16, _>(g, w.k, w.base),
            _ => regular_window::<32, _>(g, w.k, w.base),
        }),
    },
    Method {
        name: "comb",
        source: "Lim, Lee 1994",
        summary: "columns of far-apart bits from a table that is read as a whole",
        threads: Threads::Exactly(1),
        constant_time: ConstantTime::Yes,
        base: Base::Known,
        curve: None,
        recodings: &["binary"],
        run: run!(|g, w| Comb::new(g, w.base, 5, w.k.len()).multiply(g, w.k)),
    },
    Method {
        name: "signed-comb",
        source: "Lim, Lee 1994; Feng, Zhu, Zhao, Li 2005; Hedabou, Pinel, Beneteau 2005",
        summary: "columns of far-apart signs instead of bits: half the table, and no entry is neutral",
        threads: Threads::Exactly(1),
        constant_time: ConstantTime::Yes,
        base: Base::Known,
        curve: None,
        recodings: &["binary"],
        run: run!(|g, w| signed_comb(g, w.k, w.base, 5, 2)),
    },
    Method {
        name: "base-windows",
        source: "Brickell, Gordon, McCurley, Wilson 1992; Bernstein et al. 2012",
        summary: "a table for every second window, and a window's doublings in all",
        threads: Threads::Exactly(1),
        constant_time: ConstantTime::Yes,
        base: Base::Known,
        curve: None,
        recodings: &["signed-window"],
        run: run!(|g, w| BaseWindows::new(g, w.base, w.width, w.k.len()).multiply(g, w.k)),
    },
    Method {
        name: "glv",
        source: "Gallant, Lambert, Vanstone 2001",
        summary: "secp256k1: two halves of the scalar by the endomorphism, regular windows of both",
        threads: Threads::Exactly(1),
        constant_time: ConstantTime::Yes,
        base: Base::Any,
        curve: Some(glv::CURVE),
        recodings: &["regular"],
        run: run!(|g, w| match w.width {
            1 => glv::glv_window::<1, _>(g, w.k, w.base, &w.image),
            2 => glv::glv_window::<2, _>(g, w.k, w.base, &w.image),
            3 => glv::glv_window::<4, _>(g, w.k, w.base, &w.image),
            4 => glv::glv_window::<8, _>(g, w.k, w.base, &w.image),
            5 => glv::glv_window::<16, _>(g, w.k, w.base, &w.image),
            _ => glv::glv_window::<32, _>(g, w.k, w.base, &w.image),
        }),
    },
    Method {
        name: "glv-interleaved",
        source: "Gallant, Lambert, Vanstone 2001; Moeller 2001",
        summary: "secp256k1: two halves of the scalar by the endomorphism, odd windows of both",
        threads: Threads::Exactly(1),
        constant_time: ConstantTime::No,
        base: Base::Any,
        curve: Some(glv::CURVE),
        recodings: &["w-naf"],
        run: run!(|g, w| {
            let tables = [w.base, &w.image].map(|p| OddMultiples::new(g, p, w.width));
            glv::glv_interleaved_vartime(g, w.k, tables.each_ref())
        }),
    },
    parallel::balanced_partition::METHOD,
    parallel::equal_partitions::METHOD,
    parallel::lanes::METHOD,
    parallel::lanes::BALANCED,
    parallel::naf_segments::METHOD,
    parallel::split_additions::METHOD,
    parallel::doubling_and_adding::METHOD,
];

/// The method of that name in [`METHODS`].
///
/// # Errors
/// [`Error::UnknownName`].
pub fn find(name: &str) -> Result<&'static Method> {
    let unknown = Error::UnknownName { kind: "multiplication method" };
    METHODS.iter().find(|m| m.name == name).ok_or(unknown)
}

/// The two halves of one scalar, as two scalars for `P` and `2^h P`, and that point: for methods that are made for two.
fn halves<'a, G: Group>(group: &G, w: &Chosen<'a, G::Entry>) -> (Bits<'a>, Bits<'a>, G::Point) {
    let half = w.k.len() / 2;
    let high = group.double_times(&group.lift(w.base), half);
    (w.k.part(0, half), w.k.part(half, w.k.len()), high)
}

/// Any recoding that writes digits of powers of 2.
fn digits_vartime<G: Group>(group: &G, w: &Chosen<'_, G::Entry>) -> G::Point {
    signed_digits_vartime(group, &w.digits_vartime(), w.width, w.base)
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
    /// On how many threads of [`Work::split`] it runs.
    pub threads: Threads,
    /// Whether its time tells nothing about scalar and point, over a group that is constant-time.
    pub constant_time: ConstantTime,
    /// For which bases it is meant.
    pub base: Base,
    /// The one named curve it is for; none for all curves.
    pub curve: Option<&'static str>,
    /// How the scalar may be written; the first is the usual way.
    pub recodings: &'static [&'static str],
    pub(super) run: Run,
}

/// For which bases a method is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Base {
    /// Any.
    Any,
    /// One that is known beforehand, for which a table is made once; [`Method::multiply`] makes it each time.
    Known,
}

/// The method for each size of stored points.
#[derive(Clone, Copy)]
pub(super) struct Run {
    pub(super) small: fn(&Erased<SMALL>, &Chosen<'_, Words<SMALL>>) -> Words<SMALL>,
    pub(super) medium: fn(&Erased<MEDIUM>, &Chosen<'_, Words<MEDIUM>>) -> Words<MEDIUM>,
    pub(super) large: fn(&Erased<LARGE>, &Chosen<'_, Words<LARGE>>) -> Words<LARGE>,
}

/// One scalar multiplication.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// The scalar.
    pub k: Bits<'a>,
    /// The point, as an entry of the group.
    pub base: &'a [Word],
    /// How the scalar is written; none for the method's usual way.
    pub recoding: Option<&'static Recoding>,
    /// The recoding's width; none for its usual one.
    pub width: Option<usize>,
    /// Runs the parts of a parallel method.
    pub split: &'a dyn Split,
}

impl<'a> Work<'a> {
    /// `k` times that entry, written in the method's usual way, on one thread.
    #[must_use]
    pub fn new(k: Bits<'a>, base: &'a [Word]) -> Self {
        Self { k, base, recoding: None, width: None, split: &Alone }
    }
}

/// The same with all choices made.
pub(super) struct Chosen<'a, E> {
    pub(super) k: Bits<'a>,
    pub(super) base: &'a E,
    /// The base's image under the endomorphism, for methods that want it; else the base.
    pub(super) image: E,
    pub(super) recoding: &'static Recoding,
    pub(super) width: usize,
    pub(super) split: &'a dyn Split,
}

impl<E> Chosen<'_, E> {
    /// The scalar's digits of powers of 2, without zeros at the top.
    pub(super) fn digits_vartime(&self) -> Vec<Digit> {
        let Form::Digits(write) = self.recoding.form else { unreachable!("checked: digits") };
        let mut digits = vec![0; digits_needed(self.k.len())];
        let used = write(&mut digits, self.k, self.width);
        digits.truncate(used);
        digits
    }
}

impl Method {
    /// The product, as an entry of `curve` in the first words of `r`.
    ///
    /// # Errors
    /// [`Error::Length`] if `r` or the base is shorter than an entry; [`Error::Parameter`] for a recoding or width
    /// that the method does not take, and for another curve than the one that it is for; [`Error::Threads`] if it does not run on so
    /// many threads.
    pub fn multiply(&self, curve: &AnyCurve, work: &Work<'_>, r: &mut [Word]) -> Result<()> {
        let recoding = match work.recoding {
            None => recoding::find(self.recodings[0])?,
            Some(recoding) if self.recodings.contains(&recoding.name) => recoding,
            Some(_) => {
                return Err(Error::Parameter { expected: "a recoding that the method takes" });
            }
        };
        let width = recoding.width.choose(work.width)?;
        // A method of one thread does not mind how many there are.
        if self.threads.max() > 1 {
            self.threads.check(self.name, work.split.threads())?;
        }
        match &curve.0 {
            BySize::Small(group) => self.over(group, self.run.small, work, (recoding, width), r),
            BySize::Medium(group) => self.over(group, self.run.medium, work, (recoding, width), r),
            BySize::Large(group) => self.over(group, self.run.large, work, (recoding, width), r),
        }
    }

    fn over<const N: usize>(
        &self,
        group: &Erased<N>,
        run: fn(&Erased<N>, &Chosen<'_, Words<N>>) -> Words<N>,
        work: &Work<'_>,
        (recoding, width): (&'static Recoding, usize),
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
        let image = if self.curve.is_some() { glv::image(group, &base)? } else { base };
        let chosen = Chosen { k: work.k, base: &base, image, recoding, width, split: work.split };
        let product = run(group, &chosen);
        let mut entry = [[0; N]];
        group.normalise(&[product], &mut entry);
        r[..words].copy_from_slice(&entry[0][..words]);
        Ok(())
    }
}
