//! Functions made of routines that have theorems: formulas of curves for 32-bit Arm.
//!
//! **Idea.** A routine is not executed. Its operands must be whole elements within its range; its
//! result is a new element, which is eight new words, and the registers and the stack that it may
//! use are undefined after it. So the function only moves elements, and what it computes comes out
//! as a polynomial in the coordinates.

use super::machine::{LINK, Machine, OPERANDS};
use super::program::Program;
use super::values::{Value, Values, power};
use super::{BITS, BYTES, Exact};
use crate::field::lanes::proofs::Formula;
use num_bigint::BigInt;
use std::vec::Vec;

const WORDS: u64 = 8;

/// What a routine computes, and where.
#[derive(Clone, Copy)]
pub(crate) enum Operation {
    /// At `r0`, of the numbers at `r1` and `r2`; perhaps in `r4` to `r11` too.
    Product {
        in_registers: bool,
    },
    /// At `r0`, of the number in `r4` to `r11`.
    Square,
    /// In `r4` to `r11`, of these and the number at `r2`.
    Sum,
    Difference,
    /// `r + n a`: `r` at `r0`, `a` at `r1`, `n` in `r2`.
    AddMultiple,
}

/// A routine, with the most that its operands may be and that its result is.
pub(crate) struct Routine {
    pub(crate) at: *const (),
    pub(crate) operation: Operation,
    pub(crate) operands: BigInt,
    pub(crate) result: BigInt,
}

/// An element: its words, what they are modulo the prime, and the most that they are.
#[derive(Clone)]
pub(super) struct Element {
    words: Vec<Exact>,
    value: Formula,
    most: BigInt,
}

/// A call of a function; its routines and elements.
pub(crate) struct Call<'a> {
    machine: Machine<'a>,
    arguments: Vec<Value>,
    /// The elements at the arguments.
    regions: Vec<core::ops::Range<u64>>,
}

impl<'a> Call<'a> {
    pub(crate) fn new(program: &'a Program, prime: &'a BigInt, routines: &'a [Routine]) -> Self {
        let mut machine = Machine::new(program, Values::new(BITS, Vec::new()));
        machine.routines = Some((prime, routines));
        Self { machine, arguments: Vec::new(), regions: Vec::new() }
    }

    /// An argument: a pointer to elements of at most `most`.
    pub(crate) fn elements(&mut self, values: &[&Formula], most: &BigInt) -> u64 {
        let at = OPERANDS + 0x1_0000 * self.arguments.len() as u64;
        for (i, value) in (0..).zip(values) {
            let words = self.machine.element((*value).clone(), most.clone());
            self.machine.place(at + i * WORDS * BYTES, words);
        }
        self.arguments.push(Value::constant(at));
        self.regions.push(at..at + values.len() as u64 * WORDS * BYTES);
        at
    }

    /// An argument: a word.
    pub(crate) fn word(&mut self, word: u32) {
        self.arguments.push(Value::constant(word));
    }

    pub(crate) fn run(&mut self, function: *const ()) {
        self.machine.call(function as u64, &self.arguments);
        let inside = |at| self.regions.iter().any(|region| region.contains(&at));
        assert!(self.machine.written_operands().all(inside), "a store beyond the elements");
    }

    /// What the elements at an argument are now, all of at most `most`.
    pub(crate) fn values<const N: usize>(&self, at: u64, most: &BigInt) -> [Formula; N] {
        core::array::from_fn(|i| self.machine.element_at(at + i as u64 * WORDS * BYTES, most).value)
    }
}

impl Machine<'_> {
    /// New words for an element.
    fn element(&mut self, value: Formula, most: BigInt) -> Vec<Value> {
        let words: Vec<_> = (0..WORDS).map(|_| self.values.word(power(BITS) - 1, 0)).collect();
        let exact = words.iter().map(|word| word.exact.clone()).collect();
        self.elements.push(Element { words: exact, value, most });
        words
    }

    fn place(&mut self, at: u64, words: Vec<Value>) {
        for (i, word) in (0..).zip(words) {
            self.store(at + BYTES * i, word, BYTES);
        }
    }

    /// # Panics
    /// Unless these words are an element of at most `most`.
    fn element_of(&self, words: &[Value], most: &BigInt) -> Element {
        let same = |e: &&Element| e.words.iter().eq(words.iter().map(|word| &word.exact));
        let element = self.elements.iter().find(same).expect("words of one element");
        assert!(element.most <= *most, "an operand exceeds the routine's range");
        element.clone()
    }

    fn element_at(&self, at: u64, most: &BigInt) -> Element {
        let words: Vec<_> = (0..WORDS).map(|i| self.load(at + BYTES * i, BYTES)).collect();
        self.element_of(&words, most)
    }

    /// What the routine at `at` does, if there is one; where it returns to.
    pub(super) fn routine(&mut self, at: u64) -> Option<u64> {
        let (prime, routines) = self.routines?;
        let routine = routines.iter().find(|routine| routine.at as u64 == at)?;
        let back = self.known(LINK);
        let of = |n| self.element_at(self.known(n), &routine.operands).value;
        let own = || {
            let words: Vec<_> = (4..12).map(|n| self.read(n)).collect();
            self.element_of(&words, &routine.operands).value
        };
        let value = match routine.operation {
            Operation::Product { .. } => &of(1) * &of(2),
            Operation::Square => &own() * &own(),
            Operation::Sum => &own() + &of(2),
            Operation::Difference => &own() - &of(2),
            Operation::AddMultiple => {
                assert!(self.known(2) < 1 << 20, "a factor exceeds the routine's range");
                &of(0) + &of(1).scale(&self.known(2).into())
            }
        };
        let (at_r0, in_registers) = match routine.operation {
            Operation::Product { in_registers } => (true, in_registers),
            Operation::Square | Operation::AddMultiple => (true, false),
            Operation::Sum | Operation::Difference => (false, true),
        };
        let words = self.element(value.modulo(prime), routine.result.clone());
        let to = at_r0.then(|| self.known(0));
        self.forget();
        if in_registers {
            (4..).zip(&words).for_each(|(n, word)| self.write(n, word.clone()));
        }
        if let Some(to) = to {
            self.place(to, words);
        }
        Some(back)
    }
}
