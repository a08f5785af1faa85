//! All methods of scalar multiplication over any group by name: the library's own and the methods
//! of this folder.

use super::glv::{self, glv_interleaved_vartime, glv_window};
use super::precomputed_doublings::Doublings;
use super::{
    chain_vartime, joint, ladder, left_to_right_vartime, on_the_fly_vartime, parallel,
    regular_window, right_to_left_vartime, signed_comb, signed_digits_vartime,
};
use crate::erased::{AnyCurve, BySize, Erased, LARGE, SMALL, Words};
use crate::recoding::{self, Form, Recoding};
use polylimb::authors::curve::Group;
use polylimb::authors::entry::{self, ConstantTime, Domain, Entry, Threads};
use polylimb::authors::limb::{Bits, Word};
use polylimb::authors::multiply::{
    BaseWindows, Comb, OddMultiples, fixed_window, interleaved_vartime, pippenger_vartime,
    straus_vartime,
};
use polylimb::authors::recoding::{Digit, digits_needed};
use polylimb::{Alone, Error, Result, Split};

/// Compiles a method for each size of stored points.
macro_rules! run {
    ($method:expr) => {
        $crate::multiply::registry::Run { small: $method, large: $method }
    };
}
pub(super) use run;

/// Calls a method that takes the number of its table's entries, 2^(w-1), as its first parameter.
macro_rules! by_width {
    ($w:expr, $method:ident($($argument:expr),+)) => {
        match $w {
            1 => $method::<1, _>($($argument),+),
            2 => $method::<2, _>($($argument),+),
            3 => $method::<4, _>($($argument),+),
            4 => $method::<8, _>($($argument),+),
            5 => $method::<16, _>($($argument),+),
            _ => $method::<32, _>($($argument),+),
        }
    };
}

/// Every method over any group.
pub static METHODS: &[Method] = &[
    Method {
        name: "double-and-add-left-to-right",
        source: "Arruda 2014, Algorithm 3",
        summary: "a doubling per bit from the top, the base added where it is 1",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::No,
        make: Make {
            base: Base::Any,
            recodings: &["binary"],
            run: run!(|g, w| left_to_right_vartime(g, w.k, w.base)),
        },
    },
    Method {
        name: "double-and-add-right-to-left",
        source: "Arruda 2014, Algorithm 2",
        summary: "the running multiple 2^i P added where bit i is 1",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::No,
        make: Make {
            base: Base::Any,
            recodings: &["binary"],
            run: run!(|g, w| right_to_left_vartime(g, w.k, w.base)),
        },
    },
    Method {
        name: "precomputed-doublings",
        source: "Arruda 2014, Algorithm 4",
        summary: "all 2^i P in a table, then additions only",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::No,
        make: Make {
            base: Base::Known,
            recodings: &["binary"],
            run: run!(|g, w| Doublings::new(g, w.base, w.k.len()).multiply_vartime(g, w.k)),
        },
    },
    Method {
        name: "addition-subtraction",
        source: "Arruda 2014, Algorithm 5",
        summary: "digits 0, 1 and -1; a subtraction costs what an addition does",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::No,
        make: Make {
            base: Base::Any,
            recodings: &["naf", "mof"],
            run: run!(|g, w| digits_vartime(g, w)),
        },
    },
    Method {
        name: "window",
        source: "Koyama, Tsuruoka 1993; Okeya et al. 2004",
        summary: "odd signed digits of w bits from a table of odd multiples",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::No,
        make: Make {
            base: Base::Any,
            recodings: &["w-naf", "w-mof"],
            run: run!(|g, w| digits_vartime(g, w)),
        },
    },
    Method {
        name: "window-on-the-fly",
        source: "Okeya, Schmidt-Samoa, Spahn, Takagi 2004",
        summary: "windows whose digits are written from the top while they are used",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::No,
        make: Make {
            base: Base::Any,
            recodings: &["w-mof"],
            run: run!(|g, w| on_the_fly_vartime(g, w.k, w.width, w.base)),
        },
    },
    Method {
        name: "multi-base-chain",
        source: "Dimitrov, Imbert, Mishra 2005; Mishra, Dimitrov 2007",
        summary: "doublings, triplings and quintuplings by Horner's rule",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::No,
        make: Make {
            base: Base::Any,
            recodings: &["double-base-chain", "mbns"],
            run: run!(|g, w| match w.recoding.make.form {
                Form::Terms(write) => chain_vartime(g, &write(w.k), w.base),
                _ => unreachable!("checked: a chain"),
            }),
        },
    },
    Method {
        name: "straus",
        source: "Straus 1964; Moeller 2001",
        summary: "for sums of multiples: a window of digits for each point, one pass of doublings",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::No,
        make: Make {
            base: Base::Any,
            recodings: &["w-naf"],
            run: run!(|g, w| straus_vartime(g, &[(w.k, w.base)], w.width)),
        },
    },
    Method {
        name: "pippenger",
        source: "Pippenger 1976; Bernstein, Doumen, Lange, Oosterwijk 2012",
        summary: "for sums of many multiples: a bucket for each digit",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::No,
        make: Make {
            base: Base::Any,
            recodings: &["signed-window"],
            run: run!(|g, w| pippenger_vartime(g, &[(w.k, w.base)])),
        },
    },
    Method {
        name: "shamir-jsf",
        source: "Straus 1964; Solinas 2001",
        summary: "for k P + l Q: both scalars in one pass, half of the columns 0",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::No,
        make: Make {
            base: Base::Any,
            recodings: &["jsf"],
            run: run!(|g, w| {
                let (low, high_part, high) = halves(g, w);
                let mut entry = [*w.base];
                g.normalise(&[high], &mut entry);
                joint::shamir_vartime(g, [low, high_part], [w.base, &entry[0]])
            }),
        },
    },
    Method {
        name: "interleaved",
        source: "Straus 1964; Moeller 2001",
        summary: "for k B + l P: wide windows for a base known beforehand, the doublings shared",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::No,
        make: Make {
            base: Base::Any,
            recodings: &["w-naf"],
            run: run!(|g, w| {
                let (low, high_part, high) = halves(g, w);
                let table = OddMultiples::new(g, w.base, w.width);
                interleaved_vartime(g, low, &table, high_part, &high)
            }),
        },
    },
    Method {
        name: "ladder",
        source: "Montgomery 1987; Joye, Yen 2002",
        summary: "a doubling and an addition for every bit",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::Yes,
        make: Make {
            base: Base::Any,
            recodings: &["binary"],
            run: run!(|g, w| ladder(g, w.k, w.base)),
        },
    },
    Method {
        name: "fixed-window",
        source: "Brauer 1939; Booth 1951",
        summary: "w doublings and an addition from a table that is read as a whole; the default",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::Yes,
        make: Make {
            base: Base::Any,
            recodings: &["signed-window"],
            run: run!(|g, w| by_width!(w.width, fixed_window(g, w.k, w.base))),
        },
    },
    Method {
        name: "regular-window",
        source: "Joye, Tunstall 2009; Okeya, Takagi 2003",
        summary: "odd signed digits, none of them 0, from a table of odd multiples that is read as a whole",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::Yes,
        make: Make {
            base: Base::Any,
            recodings: &["regular"],
            run: run!(|g, w| by_width!(w.width, regular_window(g, w.k, w.base))),
        },
    },
    Method {
        name: "comb",
        source: "Lim, Lee 1994",
        summary: "columns of far-apart bits from a table that is read as a whole",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::Yes,
        make: Make {
            base: Base::Known,
            recodings: &["binary"],
            run: run!(|g, w| Comb::new(g, w.base, 5, w.k.len()).multiply(g, w.k)),
        },
    },
    Method {
        name: "signed-comb",
        source: "Lim, Lee 1994; Feng, Zhu, Zhao, Li 2005; Hedabou, Pinel, Beneteau 2005",
        summary: "columns of far-apart signs instead of bits: half the table, and no entry is neutral",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::Yes,
        make: Make {
            base: Base::Known,
            recodings: &["binary"],
            run: run!(|g, w| signed_comb(g, w.k, w.base, 5, 2)),
        },
    },
    Method {
        name: "base-windows",
        source: "Brickell, Gordon, McCurley, Wilson 1992; Bernstein et al. 2012",
        summary: "a table for every second window, and a window's doublings in all",
        threads: Threads::Exactly(1),
        domain: Domain::Any,
        constant_time: ConstantTime::Yes,
        make: Make {
            base: Base::Known,
            recodings: &["signed-window"],
            run: run!(|g, w| BaseWindows::new(g, w.base, w.width, w.k.len()).multiply(g, w.k)),
        },
    },
    Method {
        name: "glv",
        source: "Gallant, Lambert, Vanstone 2001",
        summary: "secp256k1: two halves of the scalar by the endomorphism, regular windows of both",
        threads: Threads::Exactly(1),
        domain: Domain::Curve(glv::CURVE),
        constant_time: ConstantTime::Yes,
        make: Make {
            base: Base::Any,
            recodings: &["regular"],
            run: run!(|g, w| by_width!(w.width, glv_window(g, w.k, w.base, &w.image))),
        },
    },
    Method {
        name: "glv-interleaved",
        source: "Gallant, Lambert, Vanstone 2001; Moeller 2001",
        summary: "secp256k1: two halves of the scalar by the endomorphism, odd windows of both",
        threads: Threads::Exactly(1),
        domain: Domain::Curve(glv::CURVE),
        constant_time: ConstantTime::No,
        make: Make {
            base: Base::Any,
            recodings: &["w-naf"],
            run: run!(|g, w| { glv_interleaved_vartime(g, w.k, [w.base, &w.image], w.width) }),
        },
    },
    parallel::balanced_partition::METHOD,
    parallel::equal_partitions::METHOD,
    parallel::windows::METHOD,
    parallel::windows::BALANCED,
    parallel::naf_segments::METHOD,
    parallel::split_additions::METHOD,
    parallel::doubling_and_adding::METHOD,
];

/// The method of that name in [`METHODS`].
///
/// # Errors
/// [`Error::UnknownName`].
pub fn find(name: &str) -> Result<&'static Method> {
    entry::find(METHODS, "multiplication method", name)
}

/// The two halves of one scalar, as scalars for `P` and `2^h P`, and the point `2^h P`; for methods
/// of two scalars.
fn halves<'a, G: Group>(group: &G, w: &Chosen<'a, G::Entry>) -> (Bits<'a>, Bits<'a>, G::Point) {
    let half = w.k.len() / 2;
    let high = group.double_times(&group.lift(w.base), half);
    (w.k.part(0, half), w.k.part(half, w.k.len()), high)
}

/// The product with any recoding into digits of powers of 2.
fn digits_vartime<G: Group>(group: &G, w: &Chosen<'_, G::Entry>) -> G::Point {
    signed_digits_vartime(group, &w.digits_vartime(), w.width, w.base)
}

/// A way to multiply a point by a scalar; [`AnyCurve::multiply`] runs it. It runs on the threads of
/// [`Work::split`]. Constant time means that, over a constant-time group, the time tells nothing
/// about scalar and point.
pub type Method = Entry<Make>;

/// How a method multiplies.
#[derive(Clone, Copy)]
pub struct Make {
    /// The bases that it is for.
    pub base: Base,
    /// The names of its recodings; the first is the usual one.
    pub recodings: &'static [&'static str],
    pub(super) run: Run,
}

/// The bases that a method is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Base {
    /// Any.
    Any,
    /// A base known beforehand, for which a table is made once; [`AnyCurve::multiply`] makes it
    /// each time.
    Known,
}

/// The method for each size of stored points.
#[derive(Clone, Copy)]
pub(super) struct Run {
    pub(super) small: fn(&Erased<SMALL>, &Chosen<'_, Words<SMALL>>) -> Words<SMALL>,
    pub(super) large: fn(&Erased<LARGE>, &Chosen<'_, Words<LARGE>>) -> Words<LARGE>,
}

/// One scalar multiplication.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// The scalar.
    pub k: Bits<'a>,
    /// The point, as an entry of the group.
    pub base: &'a [Word],
    /// The recoding; `None` for the method's usual one.
    pub recoding: Option<&'static Recoding>,
    /// The recoding's width; `None` for its usual one.
    pub width: Option<usize>,
    /// Runs the parts of a parallel method.
    pub split: &'a dyn Split,
}

impl<'a> Work<'a> {
    /// `k` times this entry, with the method's usual recoding, on one thread.
    #[must_use]
    pub fn new(k: Bits<'a>, base: &'a [Word]) -> Self {
        Self { k, base, recoding: None, width: None, split: &Alone }
    }
}

/// A scalar multiplication with all choices made.
pub(super) struct Chosen<'a, E> {
    pub(super) k: Bits<'a>,
    pub(super) base: &'a E,
    /// The base's image under the endomorphism for methods that need it; else the base.
    pub(super) image: E,
    pub(super) recoding: &'static Recoding,
    pub(super) width: usize,
    pub(super) split: &'a dyn Split,
}

impl<E> Chosen<'_, E> {
    /// The scalar's digits of powers of 2, without zeros at the top.
    pub(super) fn digits_vartime(&self) -> Vec<Digit> {
        let Form::Digits(write) = self.recoding.make.form else { unreachable!("checked: digits") };
        let mut digits = vec![0; digits_needed(self.k.len())];
        let used = write(&mut digits, self.k, self.width);
        digits.truncate(used);
        digits
    }
}

impl AnyCurve {
    /// The product, as an entry of this curve in the first words of `r`.
    ///
    /// ```
    /// use polylimb::authors::curve::{AffinePoint, Coefficient, Curve, Jacobian, Vartime};
    /// use polylimb::authors::field::prime::Toy;
    /// use polylimb::authors::limb::Bits;
    /// use polylimb_catalogue::erased::AnyCurve;
    /// use polylimb_catalogue::multiply::{Work, find};
    /// // y² = x³ + 4 x + 20 modulo 29 has 37 points.
    /// let curve = Curve::new(Toy::new(29)?, 4, 20, Coefficient::Any);
    /// let curve = AnyCurve::new(Vartime::<_, Jacobian>::new(curve))?;
    /// let point = curve.decode(&[1], &[5])?;
    /// let mut product = point.clone();
    /// let work = Work::new(Bits::with_len(&[38], 6), &point);
    /// curve.multiply(find("window")?, &work, &mut product)?;
    /// assert_eq!(product, point);
    /// # Ok::<(), polylimb::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] if `r` or the base is shorter than an entry; [`Error::Parameter`] for a
    /// recoding or width that the method does not take, and for a curve that the method is not for;
    /// [`Error::Threads`] if it does not run on that number of threads.
    pub fn multiply(&self, method: &Method, work: &Work<'_>, r: &mut [Word]) -> Result<()> {
        let (recoding, width) = written(method.make.recodings, work.recoding, work.width)?;
        // A method of one thread runs with any number of them.
        if method.threads.max() > 1 {
            method.check_threads(work.split.threads())?;
        }
        let chosen = (method.domain, recoding, width);
        let run = &method.make.run;
        match &self.0 {
            BySize::Small(group) => over(group, run.small, work, chosen, r),
            BySize::Large(group) => over(group, run.large, work, chosen, r),
        }
    }
}

/// The recoding and the width to use: the requested ones if the method takes them, or the usual
/// ones.
pub(super) fn written(
    taken: &[&str],
    recoding: Option<&'static Recoding>,
    width: Option<usize>,
) -> Result<(&'static Recoding, usize)> {
    let recoding = match recoding {
        None => recoding::find(taken[0])?,
        Some(recoding) if taken.contains(&recoding.name) => recoding,
        Some(_) => return Err(Error::Parameter { expected: "a recoding that the method takes" }),
    };
    Ok((recoding, recoding.make.width.choose(width)?))
}

fn over<const N: usize>(
    group: &Erased<N>,
    run: fn(&Erased<N>, &Chosen<'_, Words<N>>) -> Words<N>,
    work: &Work<'_>,
    (domain, recoding, width): (Domain, &'static Recoding, usize),
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
    let on_one_curve = domain == Domain::Curve(glv::CURVE);
    let image = if on_one_curve { glv::image(group, &base)? } else { base };
    let chosen = Chosen { k: work.k, base: &base, image, recoding, width, split: work.split };
    let product = run(group, &chosen);
    let mut entry = [[0; N]];
    group.normalise(&[product], &mut entry);
    r[..words].copy_from_slice(&entry[0][..words]);
    Ok(())
}
