//! NEON in the kernels with digits of 29 bits, with signed digits and with full words. A lane of 32
//! bits is a word, or a number with a sign; one of 64 bits is a number, with a sign or without, and
//! none may exceed it. Shifts that make digits from words, and words from digits, are done when the
//! result is read: then it is known which bits of which word remain.

use super::machine::{Code, Machine, OPERANDS};
use super::values::{Value, power};
use num_bigint::BigInt;
use std::vec;
use std::vec::Vec;

/// Bits of a digit, and of a signed one.
const DIGIT: u64 = 29;
const SIGNED_DIGIT: u64 = 28;

/// Pieces of words or columns: of each the bits from the first number on, placed at the second, up
/// to where the next piece begins.
#[derive(Clone)]
pub(super) struct Lane(Vec<(Value, u64, u64)>);

/// A register of 64 bits: two words, or a column.
#[derive(Clone)]
pub(super) enum Double {
    Words([Lane; 2]),
    Column(Lane),
}

impl Double {
    pub(super) fn column(x: Value) -> Self {
        Self::Column(Lane::of(x))
    }

    fn words(words: [Value; 2]) -> Self {
        Self::Words(words.map(Lane::of))
    }
}

impl Lane {
    fn of(x: Value) -> Self {
        Self(vec![(x, 0, 0)])
    }

    /// With another piece from `at` on.
    fn insert(mut self, x: Value, at: u64) -> Self {
        self.0.retain(|piece| piece.2 < at);
        self.0.push((x, 0, at));
        self
    }
}

impl Machine<'_> {
    /// The lowest bits of a lane.
    fn finish(&mut self, lane: &Lane, bits: u64, column: bool) -> Value {
        if let [(x, 0, 0)] = &lane.0[..]
            && bits >= 32
        {
            return x.clone();
        }
        let ends = lane.0.iter().skip(1).map(|piece| piece.2).chain([bits]);
        let mut total = Value::constant(0);
        for ((x, from, at), end) in lane.0.iter().zip(ends) {
            let part = self.bits(x, *from, end - at, column);
            total = total.add(&part.scale(&power(*at)));
        }
        total
    }

    fn bits(&mut self, x: &Value, from: u64, bits: u64, column: bool) -> Value {
        let (x, width) = if !column {
            (x.clone(), 32)
        } else if from + bits <= DIGIT {
            (self.values.split(x, DIGIT).0, DIGIT)
        } else {
            (x.clone(), 64)
        };
        if let Some(x) = x.known() {
            assert!(from + bits <= width);
            return Value::constant(x >> from & (u64::MAX >> (64 - bits)));
        }
        if from + bits < width && width <= 32 {
            assert_eq!(from, 0, "no rule for these bits");
            return self.values.split(&x, bits).0;
        }
        let mut above = if from == 0 { x } else { self.values.split(&x, from).1 };
        let (low, high) = self.values.range(&above.exact);
        (above.low, above.high) = (low.max(above.low), high.min(above.high));
        let fits = above.low >= BigInt::ZERO && above.high < power(bits);
        if !fits && from == 0 {
            return self.values.split(&above, bits).0;
        }
        assert!(fits || self.values.impossible, "a number exceeds its lane");
        above
    }

    fn double(&self, n: usize) -> Double {
        self.vectors[n].clone().unwrap_or_else(|| panic!("d{n} is not defined"))
    }

    fn words(&mut self, n: usize) -> [Value; 2] {
        let Double::Words(lanes) = self.double(n) else { panic!("d{n} is a column") };
        lanes.map(|lane| self.finish(&lane, 32, false))
    }

    fn column(&mut self, n: usize) -> Value {
        let Double::Column(lane) = self.double(n) else { panic!("d{n} is two words") };
        self.finish(&lane, 64, true)
    }

    fn set_words(&mut self, n: usize, words: [Value; 2]) {
        self.vectors[n] = Some(Double::words(words));
    }

    fn set_column(&mut self, n: usize, x: Value) {
        let signed = -power(63) <= x.low && x.high < power(63);
        let unsigned = x.low >= BigInt::ZERO && x.high < power(64);
        assert!(signed || unsigned, "a column exceeds its lane");
        self.vectors[n] = Some(Double::column(x));
    }

    /// A word as a number with a sign.
    fn signed(x: Value) -> Value {
        let x = match x.known() {
            Some(x) => Value::constant((x as u32).cast_signed()),
            None => x,
        };
        assert!(-power(31) <= x.low && x.high < power(31), "a word exceeds its lane");
        x
    }

    /// What remains of a column above its lowest bits, which are 0 where a quotient has cleared
    /// them.
    fn above(&mut self, x: &Value, n: u64, unsigned: bool) -> Value {
        let fits = if unsigned { x.low >= BigInt::ZERO } else { x.high < power(63) };
        assert!(fits, "another sign");
        let quotient = if unsigned { 32 } else { DIGIT };
        let cleared = n == quotient && x.residue.modulo(n).as_constant() == Some(0);
        let above = if cleared {
            let round_up: BigInt = power(n) - 1;
            let exact = x.exact.shr(n);
            let (low, high) = ((&x.low + round_up) >> n, &x.high >> n);
            Value { exact, low, high, residue: self.values.symbol() }
        } else {
            self.values.split(x, n).1
        };
        if n == 63 { self.values.decide(&above) } else { above }
    }

    /// `vld1`, `vst1`.
    fn transfer_vectors(&mut self, i: Code, d: usize) {
        let registers = match i.field(8, 4) {
            7 => 1,
            10 => 2,
            6 => 3,
            2 => 4,
            _ => panic!("no rule for this load or store"),
        };
        let base = self.known(i.field(16, 4));
        for k in 0..registers {
            self.transfer_vector(d + k, base + 8 * k as u64, i.bit(21));
        }
        match i.field(0, 4) {
            15 => {}
            13 => self.write(i.field(16, 4), Value::constant(base + 8 * registers as u64)),
            _ => panic!("no rule for this address"),
        }
    }

    /// `vld1`, `vst1` of one word.
    fn transfer_lane(&mut self, i: Code, d: usize) {
        assert!(i.is(0x0000_0f7f, 0x0000_080d), "no rule for {:#010x}", i.0);
        let (at, k) = (self.known(i.field(16, 4)), i.field(7, 1));
        if i.bit(21) {
            let mut words = match self.double(d) {
                Double::Words(_) => self.words(d),
                Double::Column(_) => [0; 2].map(|_| Value::constant(0)),
            };
            words[k] = self.load(at, 4);
            self.set_words(d, words);
        } else {
            let word = self.lane(d, k);
            self.store(at, word, 4);
        }
        self.write(i.field(16, 4), Value::constant(at + 4));
    }

    /// A word of a register.
    fn lane(&mut self, d: usize, k: usize) -> Value {
        if let Double::Words(_) = self.double(d) {
            return self.words(d)[k].clone();
        }
        let column = self.column(d);
        let (low, high) = self.values.split(&column, 32);
        [low, high][k].clone()
    }

    fn transfer_vector(&mut self, d: usize, at: u64, loads: bool) {
        if loads {
            self.vectors[d] = Some(match self.columns.get(&at) {
                Some(column) => Double::column(column.clone()),
                None => Double::words([self.load(at, 4), self.load(at + 4, 4)]),
            });
            return;
        }
        let words = match self.double(d) {
            Double::Words(_) => self.words(d),
            Double::Column(_) => {
                let column = self.column(d);
                let (low, high) = self.values.split(&column, 32);
                if at < OPERANDS {
                    self.columns.insert(at, column);
                    return;
                }
                if self.signed_digits {
                    self.store(at, low, 4);
                    self.store(at + 4, high, 4);
                    self.columns.insert(at, column);
                    return;
                }
                [low, high]
            }
        };
        for (k, word) in words.into_iter().enumerate() {
            self.store(at + 4 * k as u64, word, 4);
        }
    }

    /// Executes an instruction on vectors; whether it is one.
    pub(super) fn vector(&mut self, i: Code) -> bool {
        let register = |bit: u32, lowest: u32| i.field(bit, 1) << 4 | i.field(lowest, 4);
        let (d, n, m) = (register(22, 12), register(7, 16), register(5, 0));
        let (operation, unsigned, four) = (i.field(8, 4), i.bit(24), i.bit(6));
        if i.is(0xffff_ffff, 0xed2d_8b10) || i.is(0xffff_ffff, 0xecbd_8b10) {
            // vpush, vpop of d8 to d15
            let (sp, loads) = (self.known(13), i.bit(20));
            let from = if loads { sp } else { sp - 64 };
            for k in 0..8 {
                self.transfer_vector(8 + k, from + 8 * k as u64, loads);
            }
            self.write(13, Value::constant(if loads { sp + 64 } else { sp - 64 }));
        } else if i.is(0xff90_0000, 0xf400_0000) {
            self.transfer_vectors(i, d);
        } else if i.is(0xff90_0000, 0xf480_0000) {
            self.transfer_lane(i, d);
        } else if i.is(0xffd0_0f7f, 0xee10_0b10) {
            // vmov from a word
            let word = self.lane(n, i.field(21, 1));
            self.write(i.field(12, 4), word);
        } else if i.is(0xfff0_0f7f, 0xee80_0b10) {
            // vdup
            let word = self.read(i.field(12, 4));
            self.set_words(n, [word.clone(), word]);
        } else if !i.is(0xfe00_0000, 0xf200_0000) {
            return false;
        } else if self.signed_digits && self.of_signed_digits(i, [d, n, m]) {
        } else if !i.bit(23) {
            assert!(!unsigned, "no rule for {:#010x}", i.0);
            for k in 0..=usize::from(four) {
                match (operation, i.field(20, 2) + 4 * i.field(4, 1)) {
                    (1, 4) => {
                        let mask = self.words(m + k).map(|word| word.known());
                        assert_eq!(mask, [Some(u32::MAX.into()), Some(0)], "no rule for this mask");
                        let column = self.column(n + k);
                        let low = self.values.split(&column, 32).0;
                        self.set_column(d + k, low);
                    }
                    (9, 6) => {
                        let [a, b] = [n, m].map(|register| self.words(register + k));
                        let words = [0, 1].map(|j| self.low_product(&a[j], &b[j]));
                        self.set_words(d + k, words);
                    }
                    (8, 3) => {
                        let sum = self.column(n + k).add(&self.column(m + k));
                        self.set_column(d + k, sum);
                    }
                    (9, 2) => {
                        let [r, a, b] = [d, n, m].map(|register| self.words(register + k));
                        let sum = |j: usize| {
                            let [a, b] = [&a, &b].map(|x| Self::signed(x[j].clone()));
                            let factor = b.known().map(|b| b.cast_signed()).expect("a known sign");
                            Self::signed(r[j].add(&a.scale(&factor.into())))
                        };
                        let sums = [sum(0), sum(1)];
                        self.set_words(d + k, sums);
                    }
                    _ => panic!("no rule for {:#010x}", i.0),
                }
            }
        } else if i.bit(4) {
            self.shift_or_constant(i, [d, m]);
        } else if i.field(20, 2) < 3 {
            self.products(i, [d, n, m]);
        } else {
            assert!(unsigned && !i.bit(11), "no rule for {:#010x}", i.0);
            match (i.field(16, 2), i.field(7, 4)) {
                (0, 0) => (0..=usize::from(four)).for_each(|k| {
                    let [a, b] = self.words(m + k);
                    self.set_words(d + k, [b, a]);
                }),
                (2, 0) => self.vectors.swap(d, m),
                (2, 3) => {
                    assert!(four, "no rule for {:#010x}", i.0);
                    let [[a, b], [c, e]] = [d, d + 1].map(|register| self.words(register));
                    let [[f, g], [h, j]] = [m, m + 1].map(|register| self.words(register));
                    let all = [[a, f], [b, g], [c, h], [e, j]];
                    for (register, words) in [d, d + 1, m, m + 1].into_iter().zip(all) {
                        self.set_words(register, words);
                    }
                }
                (2, 4) => {
                    let words = [m, m + 1].map(|register| {
                        let column = self.column(register);
                        let low = self.values.split(&column, 32).0;
                        Value { residue: column.residue, ..low }
                    });
                    self.set_words(d, words);
                }
                _ => panic!("no rule for {:#010x}", i.0),
            }
        }
        true
    }

    /// Sums, moves and rounded shifts of signed digits; whether it is one of these.
    fn of_signed_digits(&mut self, i: Code, [d, n, m]: [usize; 3]) -> bool {
        let (last, right) = (i.field(6, 1), 64 - i.field(16, 6) as u64);
        let registers = 0..=last;
        let pairs = |f: &mut dyn FnMut(usize, usize)| (0..=last).for_each(|k| f(d + k, k));
        if i.is(0xfea0_0f10, 0xf220_0800) {
            // vadd, vsub of words or columns
            let sign = BigInt::from(if i.bit(24) { -1 } else { 1 });
            pairs(&mut |d, k| {
                if i.bit(20) {
                    let sum = self.column(n + k).add(&self.column(m + k).scale(&sign));
                    return self.set_column(d, sum);
                }
                let [a, b] = [n, m].map(|register| self.words(register + k));
                let sum = |j: usize| Self::signed(a[j].add(&b[j].scale(&sign)));
                self.set_words(d, [sum(0), sum(1)]);
            });
        } else if i.is(0xffb0_0f10, 0xf320_0900) {
            // vmls
            pairs(&mut |d, k| {
                let [r, a, b] = [d, n + k, m + k].map(|register| self.words(register));
                let words = [0, 1].map(|j| {
                    let [a, b] = [&a, &b].map(|x| Self::signed(x[j].clone()));
                    let product = self.values.mul(&a, &b);
                    Self::signed(r[j].sub(&product))
                });
                self.set_words(d, words);
            });
        } else if i.is(0xffbf_0f90, 0xf3b9_0380) {
            // vneg of words
            pairs(&mut |d, k| {
                let words = self.words(m + k).map(|x| Self::signed(x.scale(&BigInt::from(-1))));
                self.set_words(d, words);
            });
        } else if i.is(0xffb0_0f10, 0xf220_0110) && n == m {
            // vmov
            pairs(&mut |d, k| self.vectors[d] = self.vectors[m + k].clone());
        } else if i.is(0xffb0_0010, 0xf2b0_0000) {
            // vext of vectors
            let all: Vec<Value> =
                [n, n + 1, m, m + 1].into_iter().flat_map(|k| self.words(k)).collect();
            let from = i.field(8, 4) / 4;
            assert!(last == 1 && i.field(8, 2) == 0, "no rule for {:#010x}", i.0);
            self.set_words(d, [all[from].clone(), all[from + 1].clone()]);
            self.set_words(d + 1, [all[from + 2].clone(), all[from + 3].clone()]);
        } else if i.is(0xffb7_0f90, 0xf3b4_0c00) {
            // vdup of a lane
            let word = self.words(m)[i.field(19, 1)].clone();
            pairs(&mut |d, _| self.set_words(d, [word.clone(), word.clone()]));
        } else if i.is(0xffbf_0fd0, 0xf3ba_0080) {
            // vtrn of half vectors
            let [[a, b], [c, e]] = [d, m].map(|register| self.words(register));
            self.set_words(d, [a, c]);
            self.set_words(m, [b, e]);
        } else if i.is(0xffbf_0fd0, 0xf3ba_0140) {
            // vuzp
            let all = [d, d + 1, m, m + 1].map(|register| self.double(register));
            let word = |k: usize| match &all[k / 2] {
                Double::Words(lanes) => lanes[k % 2].clone(),
                Double::Column(_) => panic!("a column"),
            };
            for (to, k) in [(d, 0), (d + 1, 4), (m, 1), (m + 1, 5)] {
                self.vectors[to] = Some(Double::Words([word(k), word(k + 2)]));
            }
        } else if i.is(0xffbf_0fd0, 0xf3ba_0200) {
            // vmovn: columns modulo 2^32
            let words = [m, m + 1].map(|register| self.column(register));
            self.set_words(d, words);
        } else if i.is(0xffa0_0f90, 0xf2a0_0210) {
            // vrshr of words
            for k in registers {
                let words = self.words(m + k).map(|x| self.rounded(&x, right));
                self.set_words(d + k, words);
            }
        } else if i.is(0xff80_0e90, 0xf280_0290) {
            // vrshr, vrsra of columns
            for k in registers {
                let x = self.column(m + k);
                let above = self.rounded(&x, right);
                let sum = if i.bit(8) { self.column(d + k).add(&above) } else { above };
                self.set_column(d + k, sum);
            }
        } else if i.is(0xffa0_0f90, 0xf2a0_0010) {
            // vshr of words that a vshl has moved up
            for k in registers {
                let Double::Words(lanes) = self.double(m + k) else { panic!("a column") };
                let words = lanes.map(|lane| {
                    let [(x, 0, left)] = &lane.0[..] else { panic!("no rule for these bits") };
                    assert!(32 - left == SIGNED_DIGIT && *left == right, "a digit");
                    let half = Value::constant(power(SIGNED_DIGIT - 1));
                    let low = self.values.split(&x.add(&half), SIGNED_DIGIT).0.sub(&half);
                    // Equal to it modulo a digit.
                    Value { residue: x.residue.clone(), ..low }
                });
                self.set_words(d + k, words);
            }
        } else {
            return false;
        }
        true
    }

    /// `x / 2^n` rounded to the nearest.
    fn rounded(&mut self, x: &Value, n: u64) -> Value {
        if n == SIGNED_DIGIT && x.residue.modulo(n).as_constant() == Some(0) {
            let round_up: BigInt = power(n) - 1;
            let (low, high) = ((&x.low + round_up) >> n, &x.high >> n);
            return Value { exact: x.exact.shr(n), low, high, residue: self.values.symbol() };
        }
        self.values.split(&x.add(&Value::constant(power(n - 1))), n).1
    }

    fn shift_or_constant(&mut self, i: Code, [d, m]: [usize; 2]) {
        let (operation, unsigned, registers) = (i.field(8, 4), i.bit(24), i.field(6, 1) + 1);
        if operation == 10 {
            // vmovl
            assert!(unsigned && i.field(16, 6) == 32, "no rule for {:#010x}", i.0);
            let [low, high] = self.words(m);
            self.set_column(d, low);
            return self.set_column(d + 1, high);
        }
        if i.field(19, 3) == 0 && !i.bit(7) {
            let byte = (i.field(24, 1) << 7 | i.field(16, 3) << 4 | i.field(0, 4)) as u64;
            let constant = byte << (4 * (operation & 14));
            for k in d..d + registers {
                match (operation & 9, i.bit(5)) {
                    _ if operation == 14 && i.bit(5) && byte == 15 => {
                        // of 64 bits: a bit for each byte
                        self.set_words(k, [u32::MAX, 0].map(Value::constant));
                    }
                    (0, false) => self.set_words(k, [0; 2].map(|_| Value::constant(constant))),
                    (1, true) if constant == 0xe000_0000 => {
                        let Double::Words(lanes) = self.double(k) else { panic!("a column") };
                        let words = lanes.map(|lane| {
                            let word = self.finish(&lane, 32, false).residue;
                            Value { residue: word, ..self.finish(&lane, DIGIT, false) }
                        });
                        self.set_words(k, words);
                    }
                    _ => panic!("no rule for {:#010x}", i.0),
                }
            }
            return;
        }
        let (long, places) = (i.bit(7), i.field(16, 6) as u64);
        let (right, left) = (64 - places, places - if long { 0 } else { 32 });
        for k in 0..registers {
            let (d, m) = (d + k, m + k);
            if !long {
                let words = self.words(m);
                let old = self.vectors[d].clone();
                let mut old = match old {
                    Some(Double::Words(lanes)) => lanes.into(),
                    _ => Vec::new(),
                };
                let lanes = words.map(|x| match (operation, unsigned) {
                    (0, true) => Lane(vec![(x, right, 0)]),
                    (5, false) => Lane(vec![(x, 0, left)]),
                    (5, true) => old.remove(0).insert(x, left),
                    _ => panic!("no rule for {:#010x}", i.0),
                });
                self.vectors[d] = Some(Double::Words(lanes));
                continue;
            }
            let x = self.column(m);
            match (operation, unsigned) {
                (0, false) => {
                    let above = self.above(&x, right, false);
                    self.set_column(d, above);
                }
                (1, _) => {
                    let above = self.above(&x, right, unsigned);
                    let sum = self.column(d).add(&above);
                    self.set_column(d, sum);
                }
                (0, true) => self.vectors[d] = Some(Double::Column(Lane(vec![(x, right, 0)]))),
                (5, true) => {
                    let Double::Column(lane) = self.double(d) else { panic!("two words") };
                    self.vectors[d] = Some(Double::Column(lane.insert(x, left)));
                }
                _ => panic!("no rule for {:#010x}", i.0),
            }
        }
    }

    /// Products of words, into columns or words.
    fn products(&mut self, i: Code, [d, n, m]: [usize; 3]) {
        assert!(i.field(20, 2) == 2, "no rule for {:#010x}", i.0);
        let operation = i.field(8, 4);
        let a = if operation == 1 { [0; 2].map(Value::constant) } else { self.words(n) };
        let b = if i.bit(6) {
            let word = self.words(i.field(0, 4))[i.field(5, 1)].clone();
            [word.clone(), word]
        } else {
            self.words(m)
        };
        let unsigned = i.bit(24);
        if i.bit(6) && operation == 8 {
            assert!(!unsigned, "no rule for {:#010x}", i.0);
            let words = [0, 1].map(|j| self.low_product(&a[j], &b[j]));
            return self.set_words(d, words);
        }
        for j in 0..2 {
            if operation == 1 {
                // vaddw
                assert!(unsigned && !i.bit(6), "no rule for {:#010x}", i.0);
                let sum = self.column(n + j).add(&b[j]);
                self.set_column(d + j, sum);
                continue;
            }
            let [a, b] = [&a, &b].map(|words| {
                if unsigned { words[j].clone() } else { Self::signed(words[j].clone()) }
            });
            let product = self.values.mul(&a, &b);
            let total = match (i.bit(6), operation) {
                (false, 12) | (true, 10) => product,
                (false, 8) | (true, 2) => self.column(d + j).add(&product),
                (false, 10) | (true, 6) => self.column(d + j).sub(&product),
                _ => panic!("no rule for {:#010x}", i.0),
            };
            self.set_column(d + j, total);
        }
    }
    fn low_product(&mut self, a: &Value, b: &Value) -> Value {
        let product = self.values.mul(a, b);
        let low = self.values.split(&product, 32).0;
        Value { residue: product.residue, ..low }
    }
}
