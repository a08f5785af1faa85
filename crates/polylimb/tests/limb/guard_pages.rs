//! Every kernel's loops with operands, results and scratch at the ends of pages, between pages that
//! may not be touched. The same loop on ordinary memory, which `differential.rs` judges, must give
//! the same results.

use crate::common::{operand, rng};
use crate::guarded::{Guarded, Place};
use polylimb::authors::limb::{Kernel, Mask, WORD_BITS, Word, inverse_mod_word};
use polylimb::cpu::Features;

/// Operands `a`, `b` below the odd `m`, a result that has a content before, and scratch.
struct Buffers<'a> {
    a: &'a [Word],
    b: &'a [Word],
    m: &'a [Word],
    r: &'a mut [Word],
    scratch: &'a mut [Word],
}

/// Name, words of the result and of scratch for operands of `n` words, and the call.
type Operation =
    (&'static str, fn(usize) -> usize, fn(Kernel, usize) -> usize, fn(Kernel, Buffers<'_>) -> Word);

fn same(n: usize) -> usize {
    n
}

fn twice(n: usize) -> usize {
    2 * n
}

fn none(_: Kernel, _: usize) -> usize {
    0
}

fn minus_inverse(m: &[Word]) -> Word {
    inverse_mod_word(m[0]).wrapping_neg()
}

const OPERATIONS: [Operation; 21] = [
    ("add", same, none, |k, o| k.add(o.r, o.a, o.b)),
    ("sub", same, none, |k, o| k.sub(o.r, o.a, o.b)),
    ("add_assign", same, none, |k, o| k.add_assign(o.r, o.a)),
    ("sub_assign", same, none, |k, o| k.sub_assign(o.r, o.a)),
    ("add_assign of the upper half", same, none, |k, o| k.add_assign(o.r, &o.a[o.a.len() / 2..])),
    ("add_assign_if", same, none, |k, o| k.add_assign_if(o.r, o.a, Mask::TRUE)),
    ("sub_assign_if", same, none, |k, o| k.sub_assign_if(o.r, o.a, Mask::TRUE)),
    ("mul_1", same, none, |k, o| k.mul_1(o.r, o.a, o.b[0])),
    ("addmul_1", same, none, |k, o| k.addmul_1(o.r, o.a, o.b[0])),
    ("submul_1", same, none, |k, o| k.submul_1(o.r, o.a, o.b[0])),
    ("schoolbook", twice, none, |k, o| {
        k.schoolbook(o.r, o.a, o.b);
        0
    }),
    ("schoolbook_low", same, none, |k, o| {
        k.schoolbook_low(o.r, o.a, o.b);
        0
    }),
    ("schoolbook_square", twice, none, |k, o| {
        k.schoolbook_square(o.r, o.a);
        0
    }),
    (
        "mul",
        twice,
        |k, n| k.mul_scratch(n, n),
        |k, o| {
            k.mul(o.r, o.a, o.b, o.scratch);
            0
        },
    ),
    (
        "mul of unequal lengths",
        |n| n + n.div_ceil(2),
        |k, n| k.mul_scratch(n, n.div_ceil(2)),
        |k, o| {
            k.mul(o.r, o.a, &o.b[o.b.len() / 2..], o.scratch);
            0
        },
    ),
    ("sqr", twice, Kernel::sqr_scratch, |k, o| {
        k.sqr(o.r, o.a, o.scratch);
        0
    }),
    ("mul_low", same, Kernel::mul_low_scratch, |k, o| {
        k.mul_low(o.r, o.a, o.b, o.scratch);
        0
    }),
    (
        "mul_high",
        |n| n + 2,
        Kernel::mul_high_scratch,
        |k, o| {
            k.mul_high(o.r, o.a, o.b, o.scratch);
            0
        },
    ),
    ("montgomery_reduce", twice, none, |k, o| k.montgomery_reduce(o.r, o.m, minus_inverse(o.m))),
    ("montgomery_mul", same, Kernel::montgomery_mul_scratch, |k, o| {
        k.montgomery_mul(o.r, o.a, o.b, o.m, minus_inverse(o.m), o.scratch);
        0
    }),
    // The table is the scratch.
    (
        "look_up",
        same,
        |_, n| 5 * n,
        |k, o| {
            k.look_up(o.r, o.scratch, 3);
            0
        },
    ),
];

#[test]
fn nothing_outside_of_operands_and_results_is_touched() {
    let mut rng = rng(71);
    let mut compared = 0;
    let mut guarded = [Place::AtTheStart, Place::AtTheEnd].map(Guarded::new);
    for kernel in Kernel::available(Features::detect()) {
        for n in (1..=40).chain([48, 63, 64, 65, 96, 127, 128, 129, 256]) {
            for (name, result, scratch, run) in OPERATIONS {
                let [mut a, mut b, mut m] = [(); 3].map(|()| operand(&mut rng, n));
                m[0] |= 1;
                m[n - 1] |= 1 << (WORD_BITS - 1);
                for number in [&mut a, &mut b] {
                    number[n - 1] &= Word::MAX >> 1;
                }
                let before = [operand(&mut rng, result(n)), vec![0x5a; scratch(kernel, n)]];
                let contents = [&a, &b, &m, &before[0], &before[1]].map(|v| &v[..]);
                let mut copies = before.clone();
                let [r, scratch] = &mut copies;
                let expected = run(kernel, Buffers { a: &a, b: &b, m: &m, r, scratch });
                for pages in &mut guarded {
                    let [a, b, m, r, scratch] = pages.buffers(contents);
                    let got = run(kernel, Buffers { a, b, m, r: &mut *r, scratch });
                    assert_eq!((got, &*r), (expected, &copies[0][..]), "{kernel:?} {name} {n}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared >= 49 * 2 * OPERATIONS.len(), "only {compared} comparisons ran");
}
