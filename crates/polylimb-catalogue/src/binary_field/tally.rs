//! Counts of accesses to memory.

use polylimb::authors::field::binary::words::Machine;

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
