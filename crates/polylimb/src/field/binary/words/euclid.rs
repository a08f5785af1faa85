//! `euclid-binary`: the binary extended Euclidean algorithm.
//!
//! **Source.** `[Hankerson2000]`; `[Aranha2009]`, Algorithm 7. **Idea.** `b a = u` and `c a = v`
//! modulo f throughout. Factors x are removed from u; where b is not divisible by x, f is added to
//! it first. **Cost.** About `2 m` steps, each of up to `6 n` accesses. **Time.** Depends on the
//! values.

use super::{Machine, add, load, store};
use crate::field::binary::Sparse;
use crate::field::binary::sparse::MOST_DEGREE;
use crate::limb::{WORD_BITS, Word};

/// A polynomial of degree up to the largest m.
type Buffer = [Word; MOST_DEGREE / WORD_BITS + 1];

/// `r = 1 / a` modulo `f` and true, or false if `a` and `f` have a common factor (also for 0). `a`
/// and `r` have the words of an element.
///
/// # Panics
/// On other lengths.
pub fn invert_vartime<M: Machine + ?Sized>(
    m: &mut M,
    r: &mut [Word],
    a: &[Word],
    f: &Sparse,
) -> bool {
    assert!(r.len() == f.words() && a.len() == f.words(), "elements have `f.words()` words");
    let mut modulus: Buffer = [0; _];
    f.write(&mut modulus);
    let n = f.degree() / WORD_BITS + 1;
    let (mut u, mut v, mut b, mut c): (Buffer, _, Buffer, Buffer) =
        ([0; _], modulus, [0; _], [0; _]);
    u[..a.len()].copy_from_slice(a);
    b[0] = 1;
    loop {
        let Some(mut degree_u) = degree(m, &u[..n]) else { return false };
        while load(m, &u, 0) & 1 == 0 {
            halve(m, &mut u[..n]);
            degree_u -= 1;
            if load(m, &b, 0) & 1 == 1 {
                add_all(m, &mut b[..n], &modulus[..n]);
            }
            halve(m, &mut b[..n]);
        }
        if degree_u == 0 {
            r.copy_from_slice(&b[..r.len()]);
            return true;
        }
        if degree(m, &v[..n]).is_some_and(|degree_v| degree_u < degree_v) {
            core::mem::swap(&mut u, &mut v);
            core::mem::swap(&mut b, &mut c);
        }
        add_all(m, &mut u[..n], &v[..n]);
        add_all(m, &mut b[..n], &c[..n]);
    }
}

/// The degree; `None` for 0.
fn degree<M: Machine + ?Sized>(m: &mut M, a: &[Word]) -> Option<usize> {
    (0..a.len()).rev().find_map(|i| {
        let w = load(m, a, i);
        (w != 0).then(|| i * WORD_BITS + w.ilog2() as usize)
    })
}

/// `a / x` for a multiple of x.
fn halve<M: Machine + ?Sized>(m: &mut M, a: &mut [Word]) {
    let mut above: Word = 0;
    for i in (0..a.len()).rev() {
        let w = load(m, a, i);
        store(m, a, i, w >> 1 | above << (WORD_BITS - 1));
        above = w;
    }
}

/// `a += b`.
fn add_all<M: Machine + ?Sized>(m: &mut M, a: &mut [Word], b: &[Word]) {
    for i in 0..b.len() {
        let w = load(m, b, i);
        add(m, a, i, w);
    }
}
