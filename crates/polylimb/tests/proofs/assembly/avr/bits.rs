//! Bytes of binary fields: each bit is a sum of products of at most two bits of the operands.

use super::machine::{Bytes, Logic};
use crate::field::lanes::proofs::sums::{Sum, product, sum};
use std::rc::Rc;
use std::vec;
use std::vec::Vec;

/// Bit 0 first. The constant 1 is the product of no variable.
pub(super) type Byte = Rc<[Sum; 8]>;

pub(super) struct Bits;

fn is_zero(x: &Sum) -> bool {
    x.is_empty()
}

fn bit(x: bool) -> Sum {
    if x { vec![0] } else { vec![] }
}

fn constant(c: u8) -> Byte {
    Rc::new(core::array::from_fn(|i| bit(c >> i & 1 == 1)))
}

fn known(x: &Byte) -> Option<u8> {
    x.iter().enumerate().try_fold(0, |c, (i, bit)| match bit[..] {
        [] => Some(c),
        [0] => Some(c | 1 << i),
        _ => None,
    })
}

fn add(a: &Sum, b: &Sum) -> Sum {
    match (is_zero(a), is_zero(b)) {
        (true, _) => b.clone(),
        (_, true) => a.clone(),
        _ => sum([&a[..], b].concat()),
    }
}

fn multiply(a: &Sum, b: &Sum) -> Sum {
    sum(product(a, b).collect())
}

fn zip(a: &Byte, b: &Byte, f: impl Fn(&Sum, &Sum) -> Sum) -> Byte {
    Rc::new(core::array::from_fn(|i| f(&a[i], &b[i])))
}

/// The sums of bytes, bit by bit.
fn xor(a: &Byte, b: &Byte) -> Byte {
    zip(a, b, add)
}

/// Times `2^n`, low byte and high byte.
fn shifted(a: &Byte, n: usize) -> [Byte; 2] {
    let at = |i: usize| a.get(i.wrapping_sub(n)).cloned().unwrap_or_default();
    [0, 8].map(|from| Rc::new(core::array::from_fn(|i| at(from + i))))
}

impl Bytes for Bits {
    type Byte = Byte;

    fn constant(&self, c: u8) -> Byte {
        constant(c)
    }

    fn known(&self, x: &Byte) -> Option<u8> {
        known(x)
    }

    /// Only sums of bytes that have no bit in common, and differences that are such sums modulo
    /// 256.
    fn sum(&mut self, a: &Byte, b: &Byte, carry: &Byte, minus: bool) -> (Byte, Option<Byte>) {
        assert_eq!(known(carry), Some(0), "a carry meets a byte that is not known");
        let b = if minus {
            let b = known(b).filter(|b| *b > 0).expect("a known number is subtracted");
            constant(b.wrapping_neg())
        } else {
            b.clone()
        };
        let apart = a.iter().zip(&*b).all(|(a, b)| is_zero(a) || is_zero(b));
        assert!(apart, "a sum that carries");
        (xor(a, &b), Some(constant(u8::from(minus))))
    }

    fn product(&mut self, a: &Byte, b: &Byte) -> [Byte; 2] {
        let (a, by) = if let Some(by) = known(b) { (a, by) } else { (b, known(a).unwrap_or(0)) };
        assert!(by.is_power_of_two(), "a product that is no shift");
        shifted(a, by.trailing_zeros() as usize)
    }

    fn logic(&mut self, operation: Logic, a: &Byte, b: &Byte) -> Byte {
        match operation {
            Logic::Xor => xor(a, b),
            Logic::And => zip(a, b, multiply),
            Logic::Or => zip(a, b, |a, b| add(&add(a, b), &multiply(a, b))),
        }
    }

    fn double(&mut self, a: &Byte, carry: &Byte) -> (Byte, Byte) {
        let [low, high] = shifted(a, 1);
        (xor(&low, carry), high)
    }

    fn halve(&mut self, a: &Byte, carry: &Byte) -> (Byte, Byte) {
        let [low, high] = shifted(a, 7);
        let leaves = shifted(&low, 1)[1].clone();
        (xor(&high, &shifted(carry, 7)[0]), leaves)
    }

    fn exchange_halves(&mut self, a: &Byte) -> Byte {
        let [low, high] = shifted(a, 4);
        xor(&low, &high)
    }

    fn mask(&mut self, carry: &Byte) -> Byte {
        Rc::new(core::array::from_fn(|_| carry[0].clone()))
    }

    /// The bytes at all addresses that the bits of the address make, as a polynomial in these bits.
    /// It must be linear: `T(0) + u_0 (T(1) - T(0)) + u_1 (T(2) - T(0)) + ...`
    fn look_up(&mut self, address: [&Byte; 2], byte_at: &dyn Fn(u16) -> Byte) -> Byte {
        let bits: Vec<&Sum> = address.iter().flat_map(|byte| byte.iter()).collect();
        let places: Vec<usize> = (0..16).filter(|i| known_bit(bits[*i]).is_none()).collect();
        let base = (0..16).map(|i| u16::from(known_bit(bits[i]) == Some(true)) << i).sum::<u16>();
        assert!(places.len() <= 8, "more than a page");
        let at = |row: usize| {
            let set = places.iter().enumerate().filter(|(i, _)| row >> i & 1 == 1);
            base + set.map(|(_, place)| 1 << place).sum::<u16>()
        };
        let mut rows: Vec<Byte> = (0..1 << places.len()).map(|row| byte_at(at(row))).collect();
        // The coefficients (Möbius): of a product of bits, the sum of the rows below it.
        for i in 0..places.len() {
            for row in (0..rows.len()).filter(|row| row >> i & 1 == 1) {
                rows[row] = xor(&rows[row], &rows[row ^ 1 << i]);
            }
        }
        let mut result = rows[0].clone();
        for (row, coefficient) in rows.iter().enumerate().skip(1) {
            if row.is_power_of_two() {
                let bit = bits[places[row.trailing_zeros() as usize]];
                let part = Rc::new(core::array::from_fn(|i| multiply(bit, &coefficient[i])));
                result = xor(&result, &part);
            } else {
                assert!(coefficient.iter().all(is_zero), "a table is not linear in its index");
            }
        }
        result
    }
}

fn known_bit(x: &Sum) -> Option<bool> {
    match x[..] {
        [] => Some(false),
        [0] => Some(true),
        _ => None,
    }
}
