//! Polynomials over `F_2` on any number of words; every memory access and every exclusive or is
//! reported to a [`Machine`].
//!
//! On processors without a cache the accesses determine the time of an algorithm, so the literature
//! compares by counting them. [`Plain`] costs nothing; the library computes with it where a
//! polynomial is known at run time. The catalogue counts.

mod euclid;
mod reduce;

use core::ops::BitXor;
pub use euclid::invert_vartime;
pub use reduce::reduce;

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
