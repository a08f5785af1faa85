//! A queue from one part of a [`Split`](super::Split) to another, whose writer never waits.
//!
//! It has room for everything that will be written, and the writing part comes first. So no part
//! waits for a part that has not begun, and parts may also run one after another, in any order, as
//! with fewer threads than parts. A ring that fills up would then wait forever. The writer
//! publishes several values at a time, so that the cache line with their number moves less often.
//! Values are wiped when the queue is dropped.

use alloc::boxed::Box;
use core::cell::UnsafeCell;
use core::mem::MaybeUninit;
use core::sync::atomic::{AtomicUsize, Ordering};
use zeroize::Zeroize;

/// The writer publishes this many values at a time.
const AT_A_TIME: usize = 4;
/// Set in the number of values once no more will come.
const ENDED: usize = 1 << (usize::BITS - 1);

/// The queue itself.
pub struct Pipe<T: Zeroize> {
    slots: Box<[UnsafeCell<MaybeUninit<T>>]>,
    /// The number of slots that the reader may read, and [`ENDED`].
    shown: Line,
    /// How many parts have taken their end.
    arrived: AtomicUsize,
}

/// An end of the queue.
pub enum End<'p, T: Zeroize> {
    /// Of the part that came first.
    Writes(Writer<'p, T>),
    /// Of the second.
    Reads(Reader<'p, T>),
}

/// A cache line of its own, so that no slot is fetched with it.
#[repr(align(128))]
struct Line(AtomicUsize);

// SAFETY: a slot is written by the only writer before its number is published (release) and read
// only afterwards (acquire), never written again; values move between threads, which `T: Send`
// allows.
unsafe impl<T: Send + Zeroize> Sync for Pipe<T> {}

impl<T: Copy + Send + Zeroize> Pipe<T> {
    /// A queue for at most that many values.
    pub fn with_room(values: usize) -> Self {
        let slots = (0..values).map(|_| UnsafeCell::new(MaybeUninit::uninit())).collect();
        Self { slots, shown: Line(AtomicUsize::new(0)), arrived: AtomicUsize::new(0) }
    }

    /// The end of the part that asks.
    ///
    /// # Panics
    /// If called more than twice.
    pub fn enter(&self) -> End<'_, T> {
        match self.arrived.fetch_add(1, Ordering::Relaxed) {
            0 => End::Writes(Writer { pipe: self, written: 0 }),
            1 => End::Reads(Reader { pipe: self, read: 0, shown: 0 }),
            _ => panic!("a pipe has two ends"),
        }
    }
}

impl<T: Zeroize> Drop for Pipe<T> {
    fn drop(&mut self) {
        let written = *self.shown.0.get_mut() & !ENDED;
        for slot in &mut self.slots[..written] {
            // SAFETY: the writer has written each slot below the number that it published last.
            unsafe { slot.get_mut().assume_init_mut() }.zeroize();
        }
    }
}

/// The end that writes; dropping it ends the queue.
pub struct Writer<'p, T: Zeroize> {
    pipe: &'p Pipe<T>,
    written: usize,
}

impl<T: Copy + Send + Zeroize> Writer<'_, T> {
    /// Appends a value.
    ///
    /// # Panics
    /// If there is no room.
    pub fn write(&mut self, value: T) {
        let slot = self.pipe.slots[self.written].get();
        // SAFETY: in bounds by the check of the index; this slot is not published yet, and there is
        // one writer.
        unsafe { (*slot).write(value) };
        self.written += 1;
        if self.written.is_multiple_of(AT_A_TIME) {
            self.show();
        }
    }

    /// Lets the reader see all that has been written.
    pub fn show(&mut self) {
        self.pipe.shown.0.store(self.written, Ordering::Release);
    }
}

impl<T: Zeroize> Drop for Writer<'_, T> {
    fn drop(&mut self) {
        self.pipe.shown.0.store(self.written | ENDED, Ordering::Release);
    }
}

/// The end that reads.
pub struct Reader<'p, T: Zeroize> {
    pipe: &'p Pipe<T>,
    read: usize,
    /// The number of published values at the last look.
    shown: usize,
}

impl<T: Copy + Send + Zeroize> Reader<'_, T> {
    /// Waits for the next value; `None` when the writer has ended.
    pub fn read(&mut self) -> Option<T> {
        let mut pause = Pause::new();
        while self.read == self.shown & !ENDED {
            if self.shown & ENDED != 0 {
                return None;
            }
            self.shown = self.pipe.shown.0.load(Ordering::Acquire);
            if self.read == self.shown {
                pause.pause();
            }
        }
        let slot = self.pipe.slots[self.read].get();
        self.read += 1;
        // SAFETY: the slot was written before its number was published, which the acquiring load
        // above has seen; it is never written again.
        Some(unsafe { (*slot).assume_init() })
    }
}

/// Waits; yields the core after a while if there is an operating system.
struct Pause {
    looks: u32,
}

impl Pause {
    const fn new() -> Self {
        Self { looks: 0 }
    }

    fn pause(&mut self) {
        self.looks = self.looks.wrapping_add(1);
        #[cfg(feature = "std")]
        if self.looks.is_multiple_of(1024) {
            std::thread::yield_now();
        }
        core::hint::spin_loop();
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use std::thread;

    /// The values that one of two parts reads and the other writes.
    fn part(pipe: &Pipe<[usize; 9]>, count: usize) -> Option<Vec<[usize; 9]>> {
        match pipe.enter() {
            End::Writes(mut writer) => {
                (0..count).for_each(|i| writer.write([i; 9]));
                None
            }
            End::Reads(mut reader) => Some(core::iter::from_fn(|| reader.read()).collect()),
        }
    }

    #[test]
    fn what_is_written_is_read_in_order_by_another_thread_and_by_the_same() {
        for count in [0, 1, 3, 4, 5, 1000] {
            let expected: Vec<_> = (0..count).map(|i| [i; 9]).collect();
            for _ in 0..20 {
                let pipe = Pipe::with_room(count);
                let read = thread::scope(|scope| {
                    let other = scope.spawn(|| part(&pipe, count));
                    [part(&pipe, count), other.join().unwrap()]
                });
                assert_eq!(read.iter().flatten().collect::<Vec<_>>(), [&expected]);
            }
            let pipe = Pipe::with_room(count);
            assert_eq!([part(&pipe, count), part(&pipe, count)], [None, Some(expected)]);
        }
    }
}
