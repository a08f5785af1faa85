//! Constant time on an emulated Arm: the same instructions for all secrets.
//!
//! The emulator's plugin `arm/plugin/count.c` writes a line for each stretch between two marks: how
//! many instructions ran, and a hash of their addresses. A jump that a secret decides changes the
//! hash. `scripts/check emulators` runs these tests under it; elsewhere they are skipped. On
//! x86-64 `tests/constant_time` checks more: memcheck follows secrets into addresses, too.

use super::algorithms;
use crate::common::{modulus, operand, residue, rng};
use polylimb::Alone;
use polylimb::authors::entry::ConstantTime;
use polylimb::authors::field::prime::{
    Bls12381, Bn254Nogami, KernelSet, P256, P384, P521, Portable,
};
use polylimb::authors::field::{Field, prime::Secp256k1};
use polylimb::authors::limb::{Kernel, Mask, WORD_BITS, Word};
use polylimb::authors::modmul::{Request, inverse};
use polylimb::authors::powm::{Job, METHODS};
use polylimb::cpu::Features;
use polylimb::modmul::{Modulus, Options};
use polylimb::powm::Exponent;
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
fn paths<T>(
    mut prepare: impl FnMut(usize) -> T,
    mut work: impl FnMut(&mut T),
) -> Option<Vec<String>> {
    let log = std::env::var_os("POLYLIMB_COUNTS")?;
    let inputs = [2].into_iter().chain(0..SECRETS);
    let mut inputs: Vec<_> = inputs.map(|i| Aligned(prepare(i))).collect();
    if MEMORY.load(Relaxed).is_null() {
        let layout = Layout::from_size_align(ROOM, 64).expect("a layout");
        // SAFETY: not empty.
        MEMORY.store(unsafe { System.alloc(layout) }, Relaxed);
    }
    for Aligned(input) in &mut inputs {
        COUNTING.store(true, Relaxed);
        // SAFETY: a register moves to itself; that is the mark.
        unsafe {
            #[cfg(target_arch = "arm")]
            asm!("mov r8, r8");
            #[cfg(target_arch = "aarch64")]
            asm!("mov x8, x8");
        }
        work(black_box(input));
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

/// Asserts that all secrets take the same path; 1, or 0 without the plugin.
fn same<T>(what: &str, prepare: impl FnMut(usize) -> T, work: impl FnMut(&mut T)) -> usize {
    let Some(lines) = paths(prepare, work) else { return 0 };
    assert!(lines.iter().all(|line| line == &lines[0]), "{what}: {lines:?}");
    1
}

/// Says how many operations were compared.
fn tell(what: &str, checked: usize, least: usize) {
    if checked == 0 {
        println!("SKIPPED {what}: no plugin counts instructions here");
    } else {
        println!("{checked} {what} take one path");
        assert!(checked >= least, "only {checked} {what}");
    }
}

/// The secret of that number.
fn secret(i: usize, words: usize) -> Vec<Word> {
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
    for lines in [by_loop, by_call].into_iter().flatten() {
        println!("{lines:?}");
        assert!(lines.iter().any(|line| line != &lines[0]), "no difference was seen");
    }
}

#[test]
fn kernels() {
    let mut checked = 0;
    for kernel in Kernel::available(Features::detect()) {
        for bits in [256, 1024] {
            let n = bits / WORD_BITS;
            let prepare = |i| {
                let (r, wide) = (vec![0; n], vec![0; 2 * n]);
                let room = kernel.mul_scratch(n, n).max(kernel.sqr_scratch(n));
                let room = room.max(kernel.mul_low_scratch(n)).max(kernel.mul_high_scratch(n));
                let mut odd = secret(i, n);
                odd[0] |= 1;
                (secret(i, n), secret(i + 1, n), r, wide, vec![0; room], odd)
            };
            type Operands = (Vec<Word>, Vec<Word>, Vec<Word>, Vec<Word>, Vec<Word>, Vec<Word>);
            let mut check = |name: &str, work: &dyn Fn(&mut Operands)| {
                checked += same(&format!("{kernel:?} {name}, {bits} bits"), prepare, work);
            };
            check("add", &|(a, b, r, ..)| _ = kernel.add(r, a, b));
            check("sub", &|(a, b, r, ..)| _ = kernel.sub(r, a, b));
            check("add_assign_if", &|(a, b, r, ..)| {
                _ = kernel.add_assign_if(r, a, Mask::from_bit(b[0] & 1));
            });
            check("addmul_1", &|(a, b, r, ..)| _ = kernel.addmul_1(r, a, b[0]));
            check("schoolbook", &|(a, b, _, wide, ..)| kernel.schoolbook(wide, a, b));
            check("mul", &|(a, b, _, wide, scratch, _)| kernel.mul(wide, a, b, scratch));
            check("sqr", &|(a, _, _, wide, scratch, _)| kernel.sqr(wide, a, scratch));
            check("mul_low", &|(a, b, r, _, scratch, _)| kernel.mul_low(r, a, b, scratch));
            check("look_up", &|(a, b, r, wide, ..)| {
                wide[..n].copy_from_slice(a);
                kernel.look_up(r, wide, b[0] & 1);
            });
            check("montgomery_reduce", &|(a, _, _, wide, _, odd)| {
                wide[..n].copy_from_slice(a);
                let inverse = polylimb::authors::limb::inverse_mod_word(odd[0]).wrapping_neg();
                _ = kernel.montgomery_reduce(wide, odd, inverse);
            });
        }
    }
    tell("functions of kernels", checked, 20);
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

#[test]
fn powers_and_inverses() {
    let mut checked = 0;
    let m = modulus(&mut rng(7), 256, true);
    let modulus = Modulus::new(&m, &Options::default()).expect("not 0");
    let modmul = modulus.modmul();
    for method in METHODS.iter().filter(|m| m.constant_time == ConstantTime::Yes) {
        if !method.threads.contains(1) {
            continue;
        }
        let prepare = |i| {
            let mut base = vec![0; modmul.residue_words()];
            let plain = residue(&mut rng(i as u64), &m);
            modmul.enter(&mut base, &plain, &mut vec![0; modmul.scratch_words()]);
            (base.clone(), base, secret(i, 2))
        };
        checked += same(method.name, prepare, |(r, base, exponent)| {
            let exponent = Exponent::new(exponent);
            let job = Job { modmul: &**modmul, base, exponent, split: &Alone, width: None };
            method.pow(&job, r).expect("a job like others");
        });
    }
    let n = m.len();
    let room = inverse::invert_scratch(n).max(inverse::gcd_scratch(n));
    let room = room.max(inverse::jacobi_scratch(n));
    let prepare = |i| (secret(i, n), vec![0; n], vec![0; room]);
    checked += same("invert", prepare, |(a, r, scratch)| {
        _ = black_box(inverse::invert(r, a, &m, scratch));
    });
    checked += same("gcd", prepare, |(a, r, scratch)| inverse::gcd(r, a, &m, scratch));
    checked += same("jacobi", prepare, |(a, _, scratch)| {
        _ = black_box(inverse::jacobi(a, &m, scratch));
    });
    tell("powers and inverses", checked, 4);
}

/// The operations of a field.
fn field<F: Field>(what: &str, f: F) -> usize {
    let prepare = |i: usize| {
        let mut x = f.small(i as u32);
        // Spread over all words; 0 stays 0.
        for _ in 0..8 * i {
            x = f.add(&f.sqr(&x), &x);
        }
        [x, f.neg(&x), x]
    };
    same(what, prepare, |[x, y, r]| {
        *r = f.mul(x, y);
        *y = f.sqr(r);
        *r = f.sub(&f.add(x, y), r);
        *x = f.select(f.equal(x, r), y, r);
        *y = f.inv0(x);
    })
}

/// The fields of all primes here with the kernels of one set.
fn fields<K: KernelSet>() -> usize {
    let Some(kernel) = K::available(Features::detect()) else {
        println!("SKIPPED fields: no {} here", K::NAME);
        return 0;
    };
    field("P-256", P256::new(kernel))
        + field("P-384", P384::new(kernel))
        + field("P-521", P521::new(kernel))
        + field("secp256k1", Secp256k1::new(kernel))
        + field("bn254", Bn254Nogami::new(kernel))
        + field("BLS12-381", Bls12381::new(kernel))
}

#[test]
fn fixed_fields() {
    let checked = fields::<Portable>();
    #[cfg(target_arch = "arm")]
    let checked = {
        use polylimb::authors::field::prime::{Neon, Umaal, Umlal};
        checked + fields::<Umlal>() + fields::<Umaal>() + fields::<Neon>()
    };
    tell("fields", checked, 6);
}
