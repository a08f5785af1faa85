//! What every processor has: memory, flags, sums, products and shifts of words.

use super::machine::Machine;
use super::values::{Value, power};
use num_bigint::BigInt;
use std::vec::Vec;

/// Where a function returns to.
pub(super) const CALLER: u64 = 0x1000_0000_0000;
pub(super) const STACK: u64 = 0x2000_0000_0000;
/// Operands; the stack and they have addresses that no process has.
pub(super) const OPERANDS: u64 = 0x3000_0000_0000;

#[derive(Clone, Copy)]
pub(super) enum Shift {
    Left,
    Right,
    /// The sign is repeated.
    Arithmetic,
}

impl Machine<'_> {
    /// Where something lies that is not on the stack.
    pub(super) fn written_operands(&self) -> impl Iterator<Item = u64> {
        self.memory.keys().copied().filter(|at| *at >= OPERANDS)
    }

    pub(super) fn store(&mut self, at: u64, value: Value, bytes: u64) {
        assert!(is_ours(at), "a store to {at:#x}");
        let overlapping: Vec<u64> =
            self.memory.range(at.saturating_sub(7)..at + bytes).map(|(a, _)| *a).collect();
        for other in overlapping {
            if other + self.memory[&other].1 > at {
                self.memory.remove(&other);
            }
        }
        self.memory.insert(at, (value, bytes));
    }

    pub(super) fn load(&self, at: u64, bytes: u64) -> Value {
        if is_ours(at) {
            let found = self.memory.get(&at);
            let (value, size) = found.unwrap_or_else(|| panic!("{at:#x} was not written"));
            assert!(
                *size >= bytes && (*size == bytes || value.known().is_some()),
                "a part of a word"
            );
            let known = value.known();
            return if *size == bytes {
                value.clone()
            } else {
                Value::constant(truncated(known.expect("it is"), bytes))
            };
        }
        Value::constant(truncated(u64::from_le_bytes(self.program.read(at)), bytes))
    }

    pub(super) fn decided(&mut self, flag: fn(&mut Self) -> &mut Option<Value>) -> bool {
        let value = flag(self).clone().expect("a flag that was set");
        let value = self.values.decide(&value);
        let known = value.known() == Some(1);
        *flag(self) = Some(value);
        known
    }

    pub(super) fn is_zero(&mut self) -> bool {
        let value = self.zero.clone().expect("a flag that was set");
        let zero = self.values.is_zero(&value);
        self.zero = Some(Value::constant(u8::from(!zero)));
        zero
    }

    pub(super) fn is_negative(&mut self) -> bool {
        let value = self.sign.clone().expect("a flag that was set");
        let bit = self.values.split(&value, 63).1;
        let bit = self.values.decide(&bit);
        let negative = bit.known() == Some(1);
        self.sign = Some(bit.scale(&power(63)));
        negative
    }

    /// Sets what decides by a result of `bytes` bytes.
    pub(super) fn result_flags(&mut self, value: &Value, bytes: u64) {
        self.zero = Some(value.clone());
        self.sign = match bytes {
            8 => Some(value.clone()),
            _ => value.known().map(|v| Value::constant(v << (64 - 8 * bytes))),
        };
    }

    /// `a + b + carry` or `a - b - carry`, with all flags.
    pub(super) fn sum(
        &mut self,
        a: &Value,
        b: &Value,
        carry: Option<Value>,
        minus: bool,
        bytes: u64,
    ) -> Value {
        let carry = carry.unwrap_or_else(|| Value::constant(0));
        let mut a = a.clone();
        let mut total = if minus { a.sub(b).sub(&carry) } else { a.add(b).add(&carry) };
        if minus && total.low < BigInt::ZERO && a.known().is_none() && a.high < BigInt::from(4) {
            // Its cases are apart from the borrow's.
            a = self.values.decide(&a);
            total = self.values.decide(&a.sub(b).sub(&carry));
        }
        let known = [&a, b, &carry].map(Value::known);
        let (low, high) = if let [Some(a), Some(b), Some(c)] = known {
            let bits = 8 * bytes;
            let signed = |x: u64| i128::from((x << (64 - bits)).cast_signed() >> (64 - bits));
            let (c, x, y) = (i128::from(c), signed(a), signed(b));
            let s = if minus { x - y - c } else { x + y + c };
            let overflow = s != signed(s.cast_unsigned() as u64);
            self.overflow = Some(Value::constant(u8::from(overflow)));
            let (x, y) = (i128::from(a), i128::from(b));
            let s = if minus { x - y - c } else { x + y + c };
            (
                Value::constant(truncated(s.cast_unsigned() as u64, bytes)),
                Value::constant(s >> bits),
            )
        } else if bytes < 8 && !minus && total.high < power(8 * bytes) {
            self.overflow = None;
            (total, Value::constant(0))
        } else if bytes < 8
            && !minus
            && (&a.low, &a.high) == (&BigInt::ZERO, &BigInt::from(1))
            && (b.known(), carry.known()) == (Some(truncated(u64::MAX, bytes)), Some(0))
        {
            // A bit becomes the carry.
            self.overflow = None;
            (total.sub(&a.scale(&power(8 * bytes))), a)
        } else {
            assert_eq!(bytes, 8, "a sum of parts of words");
            self.overflow = None;
            self.values.cut(total)
        };
        self.carry = Some(if minus { high.scale(&BigInt::from(-1)) } else { high });
        self.result_flags(&low, bytes);
        low
    }

    pub(super) fn shift(&mut self, direction: Shift, a: &Value, n: u64, bytes: u64) -> Value {
        assert!(n < 8 * bytes, "a shift by more bits than there are");
        if n == 0 {
            return a.clone();
        }
        let small = a.high < BigInt::from(4);
        let a = &if small { self.values.decide(a) } else { a.clone() };
        if let Some(a) = a.known() {
            let signed = (a << (64 - 8 * bytes)).cast_signed() >> (64 - 8 * bytes);
            return Value::constant(match direction {
                Shift::Left => truncated(a << n, bytes),
                Shift::Right => a >> n,
                Shift::Arithmetic => truncated((signed >> n).cast_unsigned(), bytes),
            });
        }
        assert_eq!(bytes, 8, "a shift of a part of a word");
        match direction {
            Shift::Left => {
                let (low, _) = self.values.split(a, 64 - n);
                // Modulo 2^64 the bits above do not count.
                Value { residue: a.residue.scale(1 << n), ..low.scale(&power(n)) }
            }
            Shift::Right => self.values.split(a, n).1,
            Shift::Arithmetic => {
                let bit = self.values.split(a, 63).1;
                let negative = self.values.decide(&bit).known() == Some(1);
                assert!(n == 63, "no rule for this shift");
                Value::constant(if negative { u64::MAX } else { 0 })
            }
        }
    }
}

/// Whether it is the stack's or an operand's address.
pub(super) fn is_ours(at: u64) -> bool {
    (STACK - 0x1_0000..STACK).contains(&at) || (OPERANDS..2 * OPERANDS - STACK).contains(&at)
}

pub(super) fn truncated(word: u64, bytes: u64) -> u64 {
    if bytes >= 8 { word } else { word & ((1 << (8 * bytes)) - 1) }
}
