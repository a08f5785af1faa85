//! `lopez-dahab-registers`: the same table, the sum in `n + 1` registers that rotate.
//!
//! **Source.** `[Aranha2009]`, Algorithm 4. **Idea.** A multiple of `b` is added to the registers;
//! then the lowest is complete and goes to memory, and the others are renamed, one place down.
//! **Cost.** With words of 8 bits, rows of `n` words: `2 n² + 6 n - 2` reads, `21 n - 2` writes,
//! `2 n² + 9 n + 1` sums. (In print `2 n² + 4 n - 1`, `21 n - 1`, `2 n² + 11 n`: reading `a` is not
//! counted, the sums with new registers are.) **Time.** As [`super::lopez_dahab`].

use super::MOST_WORDS;
use super::registry::Rows;
use super::table::{Table, window};
use polylimb::authors::field::binary::words::{Machine, add, load, store, xor};
use polylimb::authors::limb::{WORD_BITS, Word};

/// `r = a b`.
pub(super) fn mul<M: Machine + ?Sized>(
    m: &mut M,
    r: &mut [Word],
    a: &[Word],
    b: &[Word],
    rows: Rows,
) {
    let (n, table) = (a.len(), Table::new(m, b, rows));
    for height in (0..WORD_BITS).step_by(4).rev() {
        // Arrays of registers: v[0] is the lowest word not yet in memory.
        let mut v: [Word; MOST_WORDS + 1] = [0; _];
        let first = height == WORD_BITS - 4;
        let mut top_of_low = 0;
        for i in 0..n {
            let u = window(load(m, a, i), height);
            for (j, v) in v.iter_mut().enumerate().take(table.row) {
                let w = table.word(m, u, j);
                *v = if i == 0 || j + 1 == table.row { w } else { xor(m, *v, w) };
            }
            if !first {
                add(m, r, i, v[0]);
            } else if i + 1 < n {
                store(m, r, i, v[0]);
            } else {
                top_of_low = v[0];
            }
            v.copy_within(1.., 0);
        }
        if first {
            move_up(m, r, n, top_of_low, &v[..table.row - 1], height > 0);
        } else {
            for (j, &v) in v.iter().enumerate().take(table.row - 1) {
                add(m, r, n + j, v);
            }
            if height > 0 {
                let top_of_low = load(m, r, n - 1);
                let mut high: [Word; MOST_WORDS] = [0; _];
                for i in n..2 * n {
                    high[i - n] = load(m, r, i);
                }
                move_up(m, r, n, top_of_low, &high[..n], true);
            }
        }
    }
}

/// `r = (the n - 1 words in memory, top_of_low, high) x^4`, or without x^4.
fn move_up<M: Machine + ?Sized>(
    m: &mut M,
    r: &mut [Word],
    n: usize,
    top_of_low: Word,
    high: &[Word],
    shifts: bool,
) {
    let mut below: Word = 0;
    for i in 0..2 * n {
        let w = match i {
            _ if i + 1 < n => load(m, r, i),
            _ if i + 1 == n => top_of_low,
            _ => high.get(i - n).copied().unwrap_or(0),
        };
        let moved = if shifts { w << 4 | below >> (WORD_BITS - 4) } else { w };
        store(m, r, i, moved);
        below = w;
    }
}
