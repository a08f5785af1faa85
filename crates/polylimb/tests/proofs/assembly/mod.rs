//! Theorems about the assembly for x86-64 and Arm, for all inputs, on its machine code.
//!
//! **Idea.** A theorem calls a kernel on a processor of its own ([`machine`], `aarch64.rs`,
//! `arm.rs`), which decodes the code where it lies in this program. Words, flags and memory hold
//! polynomials over the words of the operands and intervals ([`values`]). Addresses and counts must
//! be known: they do not depend on operands. Where a flag selects, both cases are run. A theorem
//! states
//!
//! - *value*: the result is the formula, exactly, modulo the prime or modulo a power of 2;
//! - *range*: the result lies in the documented range. The kernel reads only what was written, and
//!   writes to its operands and the stack only.
//!
//! **Trusted:** the decoders (`iced-x86`; those for Arm are part of their rules, and `thumb.rs`),
//! the rules for words in `values.rs` and for instructions in `state.rs`, `machine.rs`,
//! `aarch64.rs`, `arm.rs`, `neon.rs`. They are tested in each theorem: every value has an example,
//! the kernel is called with it on this processor too, and both must agree.
//!
//! Read `values.rs`, then `machine.rs`, then a theorem.

mod avr;
mod exact;
#[cfg(target_arch = "arm")]
mod formula;
#[cfg_attr(target_arch = "aarch64", path = "aarch64.rs")]
#[cfg_attr(target_arch = "arm", path = "arm.rs")]
mod machine;
#[cfg(target_arch = "arm")]
mod neon;
mod program;
#[cfg(not(target_arch = "arm"))]
mod state;
#[cfg(target_arch = "arm")]
mod thumb;
mod values;

pub(crate) use exact::Exact;
#[cfg(target_arch = "arm")]
pub(crate) use formula::{Call, Operation, Routine};
pub(crate) use program::Program;

use super::recheck;
use crate::limb::{WORD_BITS, Word as MachineWord};
use core::cell::Cell;
use machine::{Machine, OPERANDS};
use num_bigint::BigInt;
use std::env::consts::ARCH;
use std::string::String;
use std::vec::Vec;
use std::{format, println};
use values::{Value, Values, power};

/// Of a word.
const BITS: u64 = WORD_BITS as u64;
const BYTES: u64 = BITS / 8;

/// An operand or result in memory.
#[derive(Clone, Copy)]
pub(crate) struct Region {
    at: u64,
    words: usize,
}

/// What a kernel is called with.
#[derive(Clone)]
pub(crate) enum Argument {
    Memory(Region),
    Word(Word),
    Known(MachineWord),
}

/// A word of a proof.
#[derive(Clone)]
pub(crate) struct Word(Value);

/// One case of a proof.
pub(crate) struct Case<'a> {
    machine: Machine<'a>,
    /// The regions, with the examples that they held at first.
    regions: Vec<(Region, Vec<MachineWord>)>,
    random: u64,
    /// What the kernel returned on this processor.
    returned: Option<MachineWord>,
    what: &'a str,
}

/// What is proved together, printed in one line when it ends.
pub(crate) struct Theorem {
    name: String,
    program: Program,
    start: std::time::Instant,
    kernels: Cell<usize>,
    cases: Cell<usize>,
}

impl Theorem {
    pub(crate) fn new(name: &str) -> Self {
        let start = std::time::Instant::now();
        recheck::begin(&format!("assembly for {ARCH}: {name}"));
        Self {
            name: name.into(),
            program: Program::new(),
            start,
            kernels: Cell::default(),
            cases: Cell::default(),
        }
    }

    /// Proves what `statement` verifies by running it in all cases. It leaves a case early, by
    /// `None`, if that cannot happen.
    pub(crate) fn prove(&self, what: &str, statement: impl Fn(&mut Case) -> Option<()>) {
        let (mut choices, mut compared) = (Vec::new(), false);
        let what = format!("{}: {what}", self.name);
        loop {
            let machine = Machine::new(&self.program, Values::new(BITS, choices));
            let random = 0x9e37_79b9_7f4a_7c15;
            let mut case =
                Case { machine, regions: Vec::new(), random, returned: None, what: &what };
            if statement(&mut case).is_some() {
                self.cases.set(self.cases.get() + 1);
                compared |= !case.machine.values.elsewhere;
            }
            let Some(next) = case.machine.values.next_case() else { break };
            choices = next;
        }
        assert!(compared, "{what}: the example ran in no case");
        self.kernels.set(self.kernels.get() + 1);
    }
}

impl Drop for Theorem {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let (name, kernels, cases) = (&self.name, self.kernels.get(), self.cases.get());
            let took = self.start.elapsed().as_millis();
            println!(
                "theorem: assembly for {ARCH}: {name}: range and value, {kernels} kernels, {cases} cases, {took} ms"
            );
        }
    }
}

impl Case<'_> {
    /// An example of an operand's word: often all zeros or ones.
    fn example(&mut self) -> MachineWord {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let random = self.random ^ self.random >> 29;
        match random >> 61 {
            0 => 0,
            1 => MachineWord::MAX,
            _ => random as MachineWord,
        }
    }

    /// Any word up to `most`.
    pub(crate) fn word(&mut self, most: MachineWord) -> Word {
        if most == 0 {
            return Word(Value::constant(0));
        }
        let example = self.example();
        let example = if most == MachineWord::MAX { example } else { example % (most + 1) };
        Word(self.machine.values.word(most.into(), example))
    }

    /// A word's value in the run on this processor.
    fn word_of_example(&self, x: &Exact) -> MachineWord {
        values::modulo_word(&self.machine.values.example(x)) as MachineWord
    }

    /// One of two cases.
    pub(crate) fn case(&mut self) -> bool {
        self.machine.values.choose(2) == 1
    }

    fn region(&mut self, words: Vec<Value>) -> Region {
        let at = OPERANDS + 0x1_0000 * self.regions.len() as u64;
        let region = Region { at, words: words.len() };
        let examples = words.iter().map(|word| self.word_of_example(&word.exact));
        self.regions.push((region, examples.collect()));
        for (i, word) in words.into_iter().enumerate() {
            self.machine.store(at + BYTES * i as u64, word, BYTES);
        }
        region
    }

    /// An operand of any words.
    pub(crate) fn operand(&mut self, words: usize) -> Region {
        let words = (0..words).map(|_| self.word(MachineWord::MAX).0).collect();
        self.region(words)
    }

    /// An operand of at most `most`.
    pub(crate) fn operand_up_to(&mut self, words: usize, most: &BigInt) -> Region {
        let words = self.words_up_to(words, most);
        self.region(words)
    }

    fn words_up_to(&mut self, words: usize, most: &BigInt) -> Vec<Value> {
        let mut examples: Vec<MachineWord> = (0..words).map(|_| self.example()).collect();
        while whole(&examples) > *most {
            let top = examples.iter().rposition(|word| *word > 0).expect("it is not 0");
            examples[top] >>= 1;
        }
        let values = &mut self.machine.values;
        let words: Vec<Value> = examples
            .iter()
            .enumerate()
            .map(|(i, e)| {
                let most: BigInt = most >> (WORD_BITS * i);
                values.word(most.min(power(BITS) - 1), *e)
            })
            .collect();
        if *most < power(BITS * words.len() as u64) - 1 {
            values.bound(&words, most.clone());
        }
        words
    }

    /// An operand of two numbers, the second at most `most`.
    pub(crate) fn wide_operand(&mut self, words: usize, most: &BigInt) -> Region {
        let low = (0..words).map(|_| self.word(MachineWord::MAX).0);
        let low: Vec<_> = low.collect();
        let high = self.words_up_to(words, most);
        self.region([low, high].concat())
    }

    /// An operand of two numbers of at most `most`.
    pub(crate) fn two_operands_up_to(&mut self, words: usize, most: &BigInt) -> Region {
        let both = [(); 2].map(|()| self.words_up_to(words, most));
        self.region(both.concat())
    }

    /// Any odd modulus, and `-1 / modulus` modulo 2^64.
    pub(crate) fn modulus(&mut self, words: usize) -> (Region, Word) {
        let mut examples: Vec<MachineWord> = (0..words).map(|_| self.example()).collect();
        examples[0] |= 1;
        let inverse = crate::limb::inverse_mod_word(examples[0]).wrapping_neg();
        let values = &mut self.machine.values;
        let mut word = |example: &MachineWord| values.word(power(BITS) - 1, *example);
        let (words, inverse) = (examples.iter().map(&mut word).collect::<Vec<_>>(), word(&inverse));
        values.modulus(&words, &inverse);
        (self.region(words), Word(inverse))
    }

    /// These words with another behind them.
    #[cfg(target_arch = "arm")]
    pub(crate) fn followed_by(&mut self, region: Region, last: Word) -> Region {
        let words = self.words(region, 0..region.words);
        self.region([&words[..], &[last.0]].concat())
    }

    /// An operand below the modulus.
    pub(crate) fn operand_below(&mut self, modulus: Region) -> Region {
        let m = self.machine.values.example(&self.number(modulus));
        let words = self.words_below(m, modulus.words);
        self.region(words)
    }

    /// Any odd modulus of up to `bits` bits: the constants of the kernels with digits of 29 bits.
    #[cfg(target_arch = "arm")]
    pub(crate) fn short_modulus(&mut self, bits: u64) -> Region {
        let examples: Vec<MachineWord> = (0..8).map(|_| self.example()).collect();
        let m: BigInt = (whole(&examples) | BigInt::from(1)) % power(bits);
        let inverse = crate::limb::inverse_mod_word(values::modulo_word(&m) as u32).wrapping_neg();
        let values = &mut self.machine.values;
        let mut digits = Vec::new();
        for at in (0..9).map(|i| 29 * i) {
            let example: BigInt = (&m >> at) % power(29);
            digits.push(values.word(power((bits - at).min(29)) - 1, example));
        }
        let inverse = values.word(power(BITS) - 1, inverse);
        values.modulus_in(29, power(bits) - 1, &digits, &inverse);
        // 2^5 times the digits, in the lanes of real parts.
        let mut words = [&digits[..], &[inverse]].concat();
        let mut below = Value::constant(0);
        for digit in &digits {
            let (low, high) = values.split(digit, 24);
            words.extend([low.scale(&power(5)).add(&below), Value::constant(0)]);
            below = high;
        }
        words.extend([MachineWord::MAX, 1, MachineWord::MAX, 1].map(Value::constant));
        self.region(words)
    }

    /// A value from `-most` to `most`.
    #[cfg(target_arch = "arm")]
    fn signed(&mut self, most: &BigInt) -> Value {
        self.machine.signed_digits = true;
        if *most == BigInt::ZERO {
            return Value::constant(0);
        }
        let example = (0..3).fold(BigInt::ZERO, |x, _| x << 32 | BigInt::from(self.example()));
        let word = self.machine.values.word(2 * most, example % (2 * most + 1));
        word.sub(&Value::constant(most.clone()))
    }

    /// An operand of words from `-most` to `most`, for kernels of signed digits.
    #[cfg(target_arch = "arm")]
    pub(crate) fn signed_digits(&mut self, most: &[i64]) -> Region {
        let words = most.iter().map(|most| self.signed(&BigInt::from(*most))).collect();
        self.region(words)
    }

    /// An operand of known words, in two's complement.
    #[cfg(target_arch = "arm")]
    pub(crate) fn known(&mut self, words: &[i32]) -> Region {
        self.region(words.iter().map(|word| Value::constant(word.cast_unsigned())).collect())
    }

    /// An operand of columns from `-most` to `most`.
    #[cfg(target_arch = "arm")]
    pub(crate) fn columns(&mut self, most: &[BigInt]) -> Region {
        let columns: Vec<Value> = most.iter().map(|most| self.signed(most)).collect();
        let mut words = Vec::new();
        for column in &columns {
            let (low, high) = self.machine.values.split(column, 32);
            words.extend([low, high]);
        }
        let region = self.region(words);
        for (i, column) in columns.into_iter().enumerate() {
            self.machine.columns.insert(region.at + 8 * i as u64, column);
        }
        region
    }

    /// The number of these signed digits, which are verified to be of at most that size.
    #[cfg(target_arch = "arm")]
    pub(crate) fn signed_number(&self, region: Region, from: usize, most: &[i64]) -> Exact {
        let digits = self.words(region, from..from + most.len());
        let most: Vec<BigInt> = most.iter().map(|most| BigInt::from(*most)).collect();
        self.number_of_signed(&digits, &most)
    }

    /// The same of columns.
    #[cfg(target_arch = "arm")]
    pub(crate) fn columns_number(&self, region: Region, from: usize, most: &[BigInt]) -> Exact {
        let columns: Vec<Value> = (from..from + most.len())
            .map(|i| {
                let at = region.at + 8 * i as u64;
                self.machine.columns.get(&at).cloned().unwrap_or_else(|| {
                    let words = self.words(region, 2 * i..2 * i + 2);
                    words[0].add(&words[1].scale(&power(32)))
                })
            })
            .collect();
        self.number_of_signed(&columns, most)
    }

    #[cfg(target_arch = "arm")]
    fn number_of_signed(&self, digits: &[Value], most: &[BigInt]) -> Exact {
        let mut sum = Exact::default();
        for (i, (digit, most)) in digits.iter().zip(most).enumerate() {
            let signed = match digit.known() {
                Some(x) if digit.low >= power(31) => Value::constant((x as u32).cast_signed()),
                _ => digit.clone(),
            };
            let within = -most <= signed.low && signed.high <= *most;
            assert!(within, "{}: digit {i}: [{}, {}]", self.what, signed.low, signed.high);
            sum = sum.add(&signed.exact.shl(28 * i as u64));
        }
        sum
    }

    /// An operand of two numbers below the modulus.
    #[cfg(target_arch = "arm")]
    pub(crate) fn two_operands_below_modulus(&mut self) -> Region {
        let m = self.modulus_itself();
        let m = self.machine.values.example(&m);
        let both = [(); 2].map(|()| self.words_below(m.clone(), 8));
        self.region(both.concat())
    }

    #[cfg(target_arch = "arm")]
    fn modulus_itself(&self) -> Exact {
        Exact::variable(self.machine.values.modulus_variable())
    }

    /// # Panics
    /// Unless `2^(32 lost) x` is `y` modulo the modulus, and `x` not negative and below it.
    #[cfg(target_arch = "arm")]
    pub(crate) fn verify_residue_of_modulus(&self, x: &Exact, lost: usize, y: &Exact) {
        self.verify_positive(&x.add(&Exact::constant(1)));
        self.verify_positive(&self.modulus_itself().sub(x));
        self.verify_modulo(&x.shl(BITS * lost as u64), y);
    }

    /// An operand of two numbers, the second below the modulus.
    #[cfg(target_arch = "arm")]
    pub(crate) fn wide_operand_below(&mut self, modulus: Region) -> Region {
        let words = self.wide_words_below(modulus);
        self.region(words)
    }

    /// Two such operands.
    #[cfg(target_arch = "arm")]
    pub(crate) fn two_wide_operands_below(&mut self, modulus: Region) -> Region {
        let both = [(); 2].map(|()| self.wide_words_below(modulus));
        self.region(both.concat())
    }

    #[cfg(target_arch = "arm")]
    fn wide_words_below(&mut self, modulus: Region) -> Vec<Value> {
        let low = (0..modulus.words).map(|_| self.word(MachineWord::MAX).0);
        let low: Vec<_> = low.collect();
        let m = self.machine.values.example(&self.number(modulus));
        [low, self.words_below(m, modulus.words)].concat()
    }

    fn words_below(&mut self, m: BigInt, words: usize) -> Vec<Value> {
        let examples: Vec<MachineWord> = (0..words).map(|_| self.example()).collect();
        let mut example = whole(&examples) % m;
        let mut most = self.machine.values.most_modulus();
        let words: Vec<Value> = examples
            .iter()
            .map(|_| {
                let most_word = most.clone().min(power(BITS) - 1);
                let word = self.machine.values.word(most_word, &example % power(BITS));
                example >>= WORD_BITS;
                most >>= WORD_BITS;
                word
            })
            .collect();
        self.machine.values.bound_by_modulus(&words);
        words
    }

    /// Place for a result.
    pub(crate) fn place(&mut self, words: usize) -> Region {
        self.operand(words)
    }

    /// The number in memory now.
    pub(crate) fn number(&self, region: Region) -> Exact {
        self.machine.values.number(&self.words(region, 0..region.words))
    }

    /// The number of these words of the region.
    pub(crate) fn part(&self, region: Region, words: core::ops::Range<usize>) -> Exact {
        self.machine.values.number(&self.words(region, words))
    }

    fn words(&self, region: Region, words: core::ops::Range<usize>) -> Vec<Value> {
        words.map(|i| self.machine.load(region.at + BYTES * i as u64, BYTES)).collect()
    }

    /// Calls a kernel, by C's calling convention; `None` if this case cannot happen.
    ///
    /// # Safety
    /// `kernel` must be a function of these arguments that touches no more than their words.
    pub(crate) unsafe fn call(&mut self, kernel: *const (), arguments: &[Argument]) -> Option<()> {
        let mut buffers: Vec<Vec<MachineWord>> =
            self.regions.iter().map(|(_, e)| e.clone()).collect();
        let (mut mine, mut real) = (Vec::new(), [0; 6]);
        for (argument, real) in arguments.iter().zip(&mut real) {
            let value;
            (value, *real) = match argument {
                Argument::Memory(region) => {
                    let i = self.regions.iter().position(|(r, _)| r.at == region.at);
                    let copy = buffers[i.expect("it is one")].as_mut_ptr();
                    (Value::constant(region.at), copy as MachineWord)
                }
                Argument::Word(Word(value)) => (value.clone(), self.word_of_example(&value.exact)),
                Argument::Known(word) => (Value::constant(*word), *word),
            };
            mine.push(value);
        }
        self.machine.call(kernel as u64, &mine);
        if self.machine.values.impossible {
            return None;
        }
        let inside = |at: u64| {
            self.regions.iter().any(|(r, _)| (r.at..r.at + BYTES * r.words as u64).contains(&at))
        };
        assert!(
            self.machine.written_operands().all(inside),
            "{}: a store beyond an operand",
            self.what
        );
        if !self.machine.values.elsewhere && self.machine.runs_kernel() {
            // SAFETY: the caller's contract; more arguments than it has do not disturb a function.
            let result = unsafe {
                type W = MachineWord;
                let kernel: unsafe extern "C" fn(W, W, W, W, W, W) -> W =
                    core::mem::transmute(kernel);
                let [a, b, c, d, e, f] = real;
                kernel(a, b, c, d, e, f)
            };
            self.returned = Some(result);
            for ((region, _), buffer) in self.regions.iter().zip(&buffers) {
                for (i, word) in self.words(*region, 0..region.words).iter().enumerate() {
                    let example = self.machine.values.example(&word.exact);
                    let negative = example < BigInt::ZERO;
                    assert_eq!(
                        if negative { example + power(BITS) } else { example },
                        buffer[i].into(),
                        "{}: word {i} on this processor",
                        self.what
                    );
                }
            }
        }
        Some(())
    }

    /// What the kernel returned.
    pub(crate) fn result(&self) -> Exact {
        let result = self.machine.result().exact;
        if let Some(returned) = self.returned {
            let example = self.machine.values.example(&result);
            assert_eq!(example, returned.into(), "{}: the result on this processor", self.what);
        }
        result
    }

    /// # Panics
    /// Unless the number is at most `most`, and not negative.
    pub(crate) fn verify_range(&self, x: &Exact, most: &BigInt) {
        let (low, high) = self.machine.values.range(x);
        assert!(
            low >= BigInt::ZERO && high <= *most,
            "{}: the range is wrong: [{low:x}, {high:x}]",
            self.what
        );
    }

    pub(crate) fn is_equal(&self, x: &Exact, y: &Exact) -> bool {
        x.sub(y).replaced(&self.machine.values.replacements()) == Exact::default()
    }

    /// # Panics
    /// Unless `x` is positive.
    pub(crate) fn verify_positive(&self, x: &Exact) {
        let (least, _) = self.machine.values.range(x);
        assert!(least > BigInt::ZERO, "{}: the range is wrong: from {least}", self.what);
    }

    /// # Panics
    /// Unless `x` is `y` modulo `m`, if it is not 0, in this case and with these replacements too.
    fn verify(&self, x: &Exact, y: &Exact, more: Vec<(u32, Exact)>, m: &BigInt) {
        let (x, all) = (x.sub(y), [self.machine.values.replacements(), more].concat());
        let parts: Vec<_> =
            all.iter().map(|(v, by)| (*v, by.numerator.clone(), by.shift)).collect();
        recheck::claim(self.what, (&x.numerator, x.shift), &parts, m);
        let rest = x.replaced(&all);
        let zero = *m == BigInt::ZERO;
        let holds = if zero { rest == Exact::default() } else { rest.numerator.is_multiple_of(m) };
        let whole = rest.shift == 0 || m.bit(0);
        assert!(holds && whole, "{}: the value is wrong by {rest:?}", self.what);
    }

    /// # Panics
    /// Unless the kernel may be a routine of `formula.rs`.
    #[cfg(target_arch = "arm")]
    pub(crate) fn verify_routine(&self) {
        assert!(self.machine.may_be_routine(), "{}: no routine of a formula", self.what);
    }

    /// # Panics
    /// Unless `x` is `y`.
    pub(crate) fn verify_equal(&self, x: &Exact, y: &Exact) {
        self.verify(x, y, Vec::new(), &BigInt::ZERO);
    }

    /// # Panics
    /// Unless `x` is `y` modulo the odd `m`.
    pub(crate) fn verify_congruent(&self, x: &Exact, y: &Exact, m: &BigInt) {
        self.verify(x, y, Vec::new(), m);
    }

    /// # Panics
    /// Unless `x` is `y` modulo the modulus, and not negative and below it.
    pub(crate) fn verify_residue(&self, x: &Exact, lost: usize, y: &Exact, modulus: Region) {
        self.verify_positive(&x.add(&Exact::constant(1)));
        self.verify_positive(&self.number(modulus).sub(x));
        self.verify_modulo(&x.shl(BITS * lost as u64), y);
    }

    /// # Panics
    /// Unless `x` is a multiple of the modulus, from 0 to below `times` multiples.
    pub(crate) fn verify_multiple(&self, x: &Exact, times: &Exact, modulus: Region) {
        self.verify_positive(&x.add(&Exact::constant(1)));
        self.verify_positive(&self.number(modulus).mul(times).sub(x));
        self.verify_modulo(x, &Exact::default());
    }

    /// # Panics
    /// Unless `x` is `y` modulo the modulus.
    fn verify_modulo(&self, x: &Exact, y: &Exact) {
        let values = &self.machine.values;
        // What is left is a multiple of the modulus: 0 where that is 0.
        let zero = (values.modulus_variable(), Exact::default());
        self.verify(x, y, Vec::from([values.whole_modulus(), zero]), &BigInt::ZERO);
    }

    /// # Panics
    /// Unless `x` is `y` modulo `2^n`.
    pub(crate) fn verify_low(&self, x: &Exact, y: &Exact, n: u64) {
        self.verify(x, y, self.machine.values.high_halves(), &power(n));
    }
}

impl Word {
    pub(crate) fn exact(&self) -> &Exact {
        &self.0.exact
    }
}

fn whole(words: &[MachineWord]) -> BigInt {
    words.iter().rev().fold(BigInt::ZERO, |x, word| (x << WORD_BITS) + *word)
}
