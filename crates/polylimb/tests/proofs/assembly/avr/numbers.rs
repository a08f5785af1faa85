//! Bytes of numbers: polynomials and intervals, as the words of x86-64 (`../values.rs`).

use super::super::values::{Value, Values, power};
use super::machine::{Bytes, Logic};
use num_bigint::BigInt;
use std::vec::Vec;

#[derive(Clone)]
pub(super) enum Byte {
    Value(Value),
    /// Minus a small number modulo 256, the mask of a carry: its place in the list.
    Minus(usize),
}

pub(super) struct Numbers {
    pub(super) values: Values,
    /// The small numbers; known ones once they are decided.
    small: Vec<Value>,
    /// Bytes that were shifted up: `value = 2 a + bit`, with `a` and the bit.
    doubled: Vec<(Value, Value, Value)>,
}

fn constant(c: u8) -> Value {
    Value::constant(c)
}

impl Numbers {
    pub(super) fn new(values: Values) -> Self {
        Self { values, small: Vec::new(), doubled: Vec::new() }
    }

    fn minus(&mut self, x: Value) -> Byte {
        self.small.push(x);
        Byte::Minus(self.small.len() - 1)
    }

    /// The value, of a mask in each of its cases.
    pub(super) fn value(&mut self, x: &Byte) -> Value {
        match x {
            Byte::Value(value) => value.clone(),
            Byte::Minus(i) => {
                self.small[*i] = self.values.decide(&self.small[*i]);
                let known = self.known(x).expect("it is decided");
                constant(known)
            }
        }
    }

    fn cut(&mut self, total: Value, search: bool) -> (Byte, Value) {
        let (low, high) = self.values.cut_by(total, search);
        (Byte::Value(self.settled(low)), self.settled(high))
    }

    /// A constant if there is only one value left in this case.
    fn settled(&mut self, x: Value) -> Value {
        if x.low == x.high { self.values.decide(&x) } else { x }
    }
}

impl Bytes for Numbers {
    type Byte = Byte;

    fn constant(&self, c: u8) -> Byte {
        Byte::Value(constant(c))
    }

    fn known(&self, x: &Byte) -> Option<u8> {
        match x {
            Byte::Value(value) => value.known().map(|byte| byte as u8),
            Byte::Minus(i) => self.small[*i].known().map(|small| (small as u8).wrapping_neg()),
        }
    }

    fn sum(&mut self, a: &Byte, b: &Byte, carry: &Byte, minus: bool) -> (Byte, Option<Byte>) {
        let carry = self.value(carry);
        match (a, b) {
            // The number of carries, counted downwards.
            (Byte::Minus(i), _) if minus && self.known(b) == Some(0) => {
                let sum = self.small[*i].add(&carry);
                return (self.minus(sum), None);
            }
            (_, Byte::Minus(i))
                if minus && self.known(a) == Some(0) && carry.known() == Some(0) =>
            {
                let small = self.small[*i].clone();
                let borrow = (small.high == BigInt::from(1)).then(|| Byte::Value(small.clone()));
                return (Byte::Value(small), borrow);
            }
            _ => {}
        }
        let (a, b) = (self.value(a), self.value(b));
        let total = if minus { a.sub(&b).sub(&carry) } else { a.add(&b).add(&carry) };
        // Sums of two unknown bytes never need it.
        let search = a.known().is_some() || b.known().is_some();
        let (low, high) = self.cut(total, search);
        (low, Some(Byte::Value(if minus { high.scale(&BigInt::from(-1)) } else { high })))
    }

    fn product(&mut self, a: &Byte, b: &Byte) -> [Byte; 2] {
        let [a, b] = [a, b].map(|x| {
            let x = self.value(x);
            // A variable has a narrower range than its terms together.
            if x.exact.numerator.terms().nth(1).is_some() { self.values.name(&x) } else { x }
        });
        let product = self.values.mul(&a, &b);
        let (low, high) = self.cut(product, false);
        [low, Byte::Value(high)]
    }

    fn logic(&mut self, operation: Logic, a: &Byte, b: &Byte) -> Byte {
        let (mut a, mut b) = (self.value(a), self.value(b));
        if a.known().is_some() {
            core::mem::swap(&mut a, &mut b);
        }
        let mask = b.known().expect("a known mask");
        Byte::Value(match (operation, mask) {
            (Logic::Xor | Logic::Or, 0) | (Logic::And, 0xff) => a,
            (Logic::And, 0) => constant(0),
            (Logic::Xor, 0xff) => constant(0xff).sub(&a),
            // Without the carry, the highest bit of a sum.
            (Logic::Xor, 0x80) => return self.cut(a.add(&constant(0x80)), false).0,
            _ => panic!("no rule for {operation:?} with {mask:#x}"),
        })
    }

    fn double(&mut self, a: &Byte, carry: &Byte) -> (Byte, Byte) {
        let (a, carry) = (self.value(a), self.value(carry));
        let (a, leaves) = if a.high < BigInt::from(128) || carry.known() == Some(0) {
            self.values.split(&a, 7)
        } else {
            let (low, leaves) = self.cut(a.add(&a).add(&carry), false);
            return (low, Byte::Value(leaves));
        };
        let value = a.add(&a).add(&carry);
        self.doubled.push((value.clone(), a, carry));
        (Byte::Value(value), Byte::Value(leaves))
    }

    fn halve(&mut self, a: &Byte, carry: &Byte) -> (Byte, Byte) {
        let carry = self.value(carry);
        let carry = self.values.decide(&carry).scale(&power(7));
        if let (Byte::Minus(i), Some(0)) = (a, carry.known())
            && self.small[*i].high == BigInt::from(1)
        {
            let bit = self.small[*i].clone();
            return (Byte::Value(bit.scale(&BigInt::from(127))), Byte::Value(bit));
        }
        let a = self.value(a);
        let found = self.doubled.iter().find(|(value, ..)| value.exact == a.exact);
        let (half, bit) = if let Some((_, half, bit)) = found {
            (half.clone(), bit.clone())
        } else {
            let (bit, half) = self.values.split(&a, 1);
            (half, bit)
        };
        (Byte::Value(half.add(&carry)), Byte::Value(bit))
    }

    fn exchange_halves(&mut self, _: &Byte) -> Byte {
        panic!("no rule for halves of bytes of numbers")
    }

    fn mask(&mut self, carry: &Byte) -> Byte {
        let carry = self.value(carry);
        self.minus(carry)
    }

    fn look_up(&mut self, _: [&Byte; 2], _: &dyn Fn(u16) -> Byte) -> Byte {
        panic!("an address depends on an operand")
    }

    fn is_impossible(&self) -> bool {
        self.values.impossible
    }
}
