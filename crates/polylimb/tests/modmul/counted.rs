//! Constant time on an emulated Arm: multiplications take the same instructions for all secrets.
//! `counted_parts.rs` has what they stand on, `counted_curves.rs` multiples of points.
//!
//! The emulator's plugin `arm/plugin/count.c` writes a line for each stretch between two marks: how
//! many instructions ran, a hash of their addresses, and one of the addresses of data. A jump that
//! a secret decides changes the first hash, an index the second; it is compared where secrets lie
//! in one place, not each in its own block of memory. `scripts/check emulators` runs these tests
//! under it; elsewhere they are skipped. On x86-64 `tests/constant_time` checks more: memcheck
//! follows secrets into addresses, too.

use super::algorithms;
use crate::common::{modulus, operand, residue, rng};
use polylimb::authors::entry::ConstantTime;
use polylimb::authors::limb::{Kernel, Word};
use polylimb::authors::modmul::Request;
use polylimb::cpu::Features;
use std::alloc::{GlobalAlloc, Layout, System};
use std::arch::asm;
use std::hint::black_box;
use std::ptr;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize};

/// Secrets of each operation: 0, all ones, and random ones.
const SECRETS: usize = 8;

/// Memory of the work between two marks, one block after another and none twice: the path of the
/// system's allocator depends on what was allocated before.
struct Arena;

#[global_allocator]
static ALLOCATOR: Arena = Arena;

/// Its bytes. Pages that are not used cost nothing.
const ROOM: usize = 1 << 28;
static MEMORY: AtomicPtr<u8> = AtomicPtr::new(ptr::null_mut());
static TAKEN: AtomicUsize = AtomicUsize::new(0);
/// Whether it is in use.
static COUNTING: AtomicBool = AtomicBool::new(false);

// SAFETY: each block is the system's, or a part of `MEMORY` that belongs to no other.
unsafe impl GlobalAlloc for Arena {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !COUNTING.load(Relaxed) {
            // SAFETY: as the caller's.
            return unsafe { System.alloc(layout) };
        }
        // Aligned as `Aligned` is.
        let start = TAKEN.fetch_add(layout.size().next_multiple_of(64), Relaxed);
        assert!(start + layout.size() <= ROOM && layout.align() <= 64, "no room");
        // SAFETY: in bounds.
        unsafe { MEMORY.load(Relaxed).add(start) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if block.addr().wrapping_sub(MEMORY.load(Relaxed).addr()) >= ROOM {
            // SAFETY: not of the arena, so the system's.
            unsafe { System.dealloc(block, layout) }
        }
    }
}

/// One alignment for all: the path of a copy depends on it.
#[repr(align(64))]
struct Aligned<T>(T);

/// The lines of the plugin for `work` with each secret; `None` without the plugin. One more call
/// goes before, so that what is made once is there.
pub(crate) fn lines<T>(
    mut prepare: impl FnMut(usize) -> T,
    mut work: impl FnMut(&mut T),
) -> Option<Vec<String>> {
    let log = std::env::var_os("POLYLIMB_COUNTS")?;
    if MEMORY.load(Relaxed).is_null() {
        let layout = Layout::from_size_align(ROOM, 64).expect("a layout");
        // SAFETY: not empty.
        MEMORY.store(unsafe { System.alloc(layout) }, Relaxed);
    }
    for i in [2].into_iter().chain(0..SECRETS) {
        let mut input = Aligned(prepare(i));
        COUNTING.store(true, Relaxed);
        // SAFETY: a register moves to itself; that is the mark.
        unsafe {
            #[cfg(target_arch = "arm")]
            asm!("mov r8, r8");
            #[cfg(target_arch = "aarch64")]
            asm!("mov x8, x8");
        }
        work(black_box(&mut input.0));
        // SAFETY: as above.
        unsafe {
            #[cfg(target_arch = "arm")]
            asm!("mov r10, r10");
            #[cfg(target_arch = "aarch64")]
            asm!("mov x10, x10");
        }
        COUNTING.store(false, Relaxed);
    }
    let lines = std::fs::read_to_string(log).expect("the plugin's log");
    let lines: Vec<String> = lines.lines().map(str::to_owned).collect();
    Some(lines[lines.len() - SECRETS..].to_vec())
}

/// The same without data addresses.
fn paths<T>(prepare: impl FnMut(usize) -> T, work: impl FnMut(&mut T)) -> Option<Vec<String>> {
    let path = |line: String| line.rsplit_once(' ').expect("three numbers").0.to_owned();
    Some(lines(prepare, work)?.into_iter().map(path).collect())
}

/// Asserts that all secrets take the same path; 1, or 0 without the plugin.
pub(crate) fn same<T>(
    what: &str,
    prepare: impl FnMut(usize) -> T,
    work: impl FnMut(&mut T),
) -> usize {
    let Some(lines) = paths(prepare, work) else { return 0 };
    assert!(lines.iter().all(|line| line == &lines[0]), "{what}: {lines:?}");
    1
}

/// Says how many operations were compared.
pub(crate) fn tell(what: &str, checked: usize, least: usize) {
    if checked == 0 {
        println!("SKIPPED {what}: no plugin counts instructions here");
    } else {
        println!("{checked} {what} compared");
        assert!(checked >= least, "only {checked} {what}");
    }
}

/// The secret of that number.
pub(crate) fn secret(i: usize, words: usize) -> Vec<Word> {
    match i {
        0 => vec![0; words],
        1 => vec![Word::MAX; words],
        _ => operand(&mut rng(900 + i as u64), words),
    }
}

#[test]
fn a_path_that_depends_on_a_secret_is_seen() {
    let by_loop = paths(
        |i| secret(i, 1)[0],
        |w| {
            while *w != 0 {
                *w = black_box(*w >> 1);
            }
        },
    );
    let by_call = paths(
        |i| secret(i, 1)[0],
        |w| {
            let callee: [fn() -> Word; 2] = [|| black_box(3), || black_box(5)];
            black_box(callee[black_box(*w & 1) as usize]());
        },
    );
    // An index changes no path.
    let by_index = lines(
        |i| secret(i, 1)[0],
        |w| {
            let table = black_box([0; 8]);
            *w = black_box(&table)[(*w & 7) as usize];
        },
    );
    tell("deliberate leaks", by_loop.is_some() as usize, 1);
    for lines in [by_loop, by_call, by_index].into_iter().flatten() {
        println!("{lines:?}");
        assert!(lines.iter().any(|line| line != &lines[0]), "no difference was seen");
    }
}

#[test]
fn multiplications() {
    let mut checked = 0;
    for bits in [192, 521, 1024] {
        // The lengths are public, and that the modulus is odd.
        let m = |i: usize| modulus(&mut rng(i as u64), bits, true);
        for entry in algorithms().filter(|e| e.constant_time == ConstantTime::Yes) {
            if !entry.threads.contains(1) || !entry.domain.accepts(&m(0)) {
                continue;
            }
            for kernel in Kernel::available(Features::detect()) {
                let prepare = |i| {
                    let m = m(i);
                    let mut request = Request::new(&m);
                    request.kernel = kernel;
                    let modmul = entry.build(&request).expect("in the domain");
                    let factors = [1, 2].map(|k| match i {
                        0 => vec![0; m.len()],
                        _ => residue(&mut rng((10 * i + k) as u64), &m),
                    });
                    let residues = [(); 3].map(|()| vec![0; modmul.residue_words()]);
                    let scratch = vec![0; modmul.scratch_words()];
                    (modmul, factors, residues, scratch)
                };
                let what = format!("{} {kernel:?} {bits} bits", entry.name);
                checked += same(&what, prepare, |(modmul, factors, [a, b, r], scratch)| {
                    modmul.enter(a, &factors[0], scratch);
                    modmul.enter(b, &factors[1], scratch);
                    modmul.mul(r, a, b, scratch);
                    modmul.sqr(b, r, scratch);
                    modmul.add(r, a, b);
                    modmul.sub(a, r, b);
                    modmul.neg(b, a);
                    modmul.leave(&mut factors[0], b, scratch);
                });
            }
        }
    }
    tell("multiplications", checked, 3);
}
