//! What happens at each access to memory.

use core::ops::BitXor;

/// Told of each word that is read from memory or written to it, and of each exclusive or of two words.
pub trait Machine {
    /// A word was read.
    fn read(&mut self);
    /// A word was written.
    fn write(&mut self);
    /// Two words were added.
    fn xor(&mut self);
}

/// Does not listen.
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

/// Counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Words read from memory.
    pub reads: usize,
    /// Words written to memory.
    pub writes: usize,
    /// Exclusive ors of two words.
    pub xors: usize,
}

impl Machine for Tally {
    fn read(&mut self) {
        self.reads += 1;
    }
    fn write(&mut self) {
        self.writes += 1;
    }
    fn xor(&mut self) {
        self.xors += 1;
    }
}

/// `from[i]`.
#[inline(always)]
pub(super) fn load<T: Copy>(m: &mut (impl Machine + ?Sized), from: &[T], i: usize) -> T {
    m.read();
    from[i]
}

/// `to[i] = w`.
#[inline(always)]
pub(super) fn store<T>(m: &mut (impl Machine + ?Sized), to: &mut [T], i: usize, w: T) {
    m.write();
    to[i] = w;
}

/// `a + b`.
#[inline(always)]
pub(super) fn xor<T: BitXor<Output = T>>(m: &mut (impl Machine + ?Sized), a: T, b: T) -> T {
    m.xor();
    a ^ b
}

/// `to[i] += w`.
#[inline(always)]
pub(super) fn add<T: Copy + BitXor<Output = T>>(
    m: &mut (impl Machine + ?Sized),
    to: &mut [T],
    i: usize,
    w: T,
) {
    let sum = load(m, to, i);
    let sum = xor(m, sum, w);
    store(m, to, i, sum);
}
