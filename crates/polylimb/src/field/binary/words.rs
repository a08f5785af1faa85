//! Polynomials over `F_2` on any number of words; every memory access and every exclusive or is
//! reported to a [`Machine`].
//!
//! On processors without a cache the accesses determine the time of an algorithm, so the literature
//! compares by counting them. [`Plain`] costs nothing; the library computes with it where a
//! polynomial is known at run time. The catalogue counts.

use super::Sparse;
use super::any::MOST_DEGREE;
use crate::limb::{WORD_BITS, Word};

use core::ops::BitXor;

/// Receives a report of each word that is read from memory or written to it, and of each exclusive
/// or of two words.
pub trait Machine {
    /// A word was read.
    fn read(&mut self);
    /// A word was written.
    fn write(&mut self);
    /// Two words were added.
    fn xor(&mut self);
}

/// Counts nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Plain;

impl Machine for Plain {
    #[inline(always)]
    fn read(&mut self) {}
    #[inline(always)]
    fn write(&mut self) {}
    #[inline(always)]
    fn xor(&mut self) {}
}

/// `from[i]`.
///
/// # Panics
/// If `i` is out of bounds.
#[inline(always)]
pub fn load<T: Copy>(m: &mut (impl Machine + ?Sized), from: &[T], i: usize) -> T {
    m.read();
    from[i]
}

/// `to[i] = w`.
///
/// # Panics
/// If `i` is out of bounds.
#[inline(always)]
pub fn store<T>(m: &mut (impl Machine + ?Sized), to: &mut [T], i: usize, w: T) {
    m.write();
    to[i] = w;
}

/// `a + b`.
#[inline(always)]
pub fn xor<T: BitXor<Output = T>>(m: &mut (impl Machine + ?Sized), a: T, b: T) -> T {
    m.xor();
    a ^ b
}

/// `to[i] += w`.
///
/// # Panics
/// If `i` is out of bounds.
#[inline(always)]
pub fn add<T: Copy + BitXor<Output = T>>(
    m: &mut (impl Machine + ?Sized),
    to: &mut [T],
    i: usize,
    w: T,
) {
    let sum = load(m, to, i);
    let sum = xor(m, sum, w);
    store(m, to, i, sum);
}

// `reduce-words`: a word at a time from the top, for every polynomial.
//
// **Source.** `[Hankerson2004]`, section 2.3.5; `[Seo2008]`. **Idea.** x^(m+k) = Σ x^(e+k): for
// each exponent e a word is added m - e bits lower. Where an exponent is less than a word below m,
// fewer bits are taken at a time. **Time.** Constant.

/// The lower words of `r` = `r` modulo `f`, the others 0. Any length of at least `f.words()`.
///
/// # Panics
/// If `r` is shorter.
pub fn reduce<M: Machine + ?Sized>(m: &mut M, r: &mut [Word], f: &Sparse) {
    let degree = f.degree();
    let step = WORD_BITS.min(degree - f.lower()[0]);
    let mut end = r.len() * WORD_BITS;
    while end > degree {
        let start = degree.max(end - step).max((end - 1) / WORD_BITS * WORD_BITS);
        // The bits of one word from bit `shift` on.
        let (word, shift) = (start / WORD_BITS, start % WORD_BITS);
        let w = load(m, r, word);
        let keep = ((1 as Word) << shift).wrapping_sub(1);
        store(m, r, word, w & keep);
        for &e in f.lower() {
            let (to, up) = ((start - degree + e) / WORD_BITS, (start - degree + e) % WORD_BITS);
            add(m, r, to, (w >> shift) << up);
            if up > 0 && to + 1 < r.len() {
                add(m, r, to + 1, (w >> shift) >> (WORD_BITS - up));
            }
        }
        end = start;
    }
}

// `euclid-binary`: the binary extended Euclidean algorithm.
//
// **Source.** `[Hankerson2000]`; `[Aranha2009]`, Algorithm 7. **Idea.** `b a = u` and `c a = v`
// modulo f throughout. Factors x are removed from u; where b is not divisible by x, f is added to
// it first. **Cost.** About `2 m` steps, each of up to `6 n` accesses. **Time.** Depends on the
// values.

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
