//! Products and squares of binary fields by carry-less multiplication:
//! `crates/polylimb/src/field/binary/pairs`, one polynomial or four side by side.
//!
//! Each bit of a word is a sum of products `a_i b_j` over `F_2`, so the proof is exact: the
//! kernel's sums are compared with the textbook's, product by product.

use super::{MOST_WORDS, Pair, Pairs, Polynomial, mul, sqr};
use crate::field::binary::{F163, F233, F283, F409, F571};
use crate::field::lanes::proofs::sums::{Bits, OF_B, Sum, multiply, remainder, sum};
use std::cell::RefCell;
use std::println;
use std::vec;
use std::vec::Vec;

const WORD: usize = 64;

std::thread_local! {
    static WORDS: RefCell<Vec<Bits>> = RefCell::default();
}

/// Handles of two words.
#[derive(Clone, Copy)]
struct Words([usize; 2]);

fn push(bits: Bits) -> usize {
    WORDS.with_borrow_mut(|words| {
        words.push(bits);
        words.len() - 1
    })
}

fn bits(word: usize) -> Bits {
    WORDS.with_borrow(|words| words[word].clone())
}

/// The constant 1 is the product of no variable.
fn constant(word: u64) -> Bits {
    (0..WORD).map(|i| if word >> i & 1 == 1 { vec![0] } else { vec![] }).collect()
}

impl Words {
    fn map(self, f: impl Fn(Bits) -> Bits) -> Self {
        Self(self.0.map(|word| push(f(bits(word)))))
    }

    fn zip(self, other: Self, f: impl Fn(&Sum, &Sum) -> Sum) -> Self {
        Self([0, 1].map(|i| {
            push(bits(self.0[i]).iter().zip(&bits(other.0[i])).map(|(a, b)| f(a, b)).collect())
        }))
    }
}

impl Pair for Words {
    type Proof = ();

    fn zero() -> Self {
        Self::new(0, 0)
    }
    fn new(low: u64, high: u64) -> Self {
        Self([low, high].map(|word| push(constant(word))))
    }
    fn xor(self, b: Self) -> Self {
        self.zip(b, |a, b| sum([&a[..], b].concat()))
    }
    fn and(self, b: Self) -> Self {
        self.zip(b, |a, b| match b[..] {
            [] => vec![],
            [0] => a.clone(),
            _ => panic!("not a mask"),
        })
    }
    fn shl(self, n: usize) -> Self {
        self.map(|bits| [vec![vec![]; n], bits[..WORD - n].to_vec()].concat())
    }
    fn shr(self, n: usize) -> Self {
        self.map(|bits| [bits[n..].to_vec(), vec![vec![]; n]].concat())
    }
    fn up(self) -> Self {
        Self([push(constant(0)), self.0[0]])
    }
    fn down(self) -> Self {
        Self([self.0[1], push(constant(0))])
    }
    fn behind(self, below: Self) -> Self {
        Self([below.0[1], self.0[0]])
    }
    fn uppers(self, below: Self) -> Self {
        Self([below.0[1], self.0[1]])
    }
    fn clmul<const WHICH: i32>(self, (): (), b: Self) -> Self {
        let a = bits(self.0[usize::from(WHICH & 1 == 1)]);
        let b = bits(b.0[usize::from(WHICH >> 4 & 1 == 1)]);
        let words = multiply(&a, &b);
        Self([push(words[..WORD].to_vec()), push(words[WORD..].to_vec())])
    }
}

/// A polynomial of variables from `first` on, as the kernel takes it and as coefficients.
fn variables<P: Polynomial>(first: u32) -> (Pairs<Words>, Bits) {
    let coefficients: Bits = (0..P::DEGREE as u32).map(|i| vec![first + i]).collect();
    let mut words = coefficients.clone();
    words.resize(2 * WORD * MOST_WORDS.div_ceil(2), vec![]);
    let mut words = words.chunks(WORD).map(|word| push(word.to_vec()));
    let mut next = || words.next().expect("a word");
    (core::array::from_fn(|_| Words([next(), next()])), coefficients)
}

/// `r` has the coefficients `expected`, and zeros above.
fn verify(name: &str, degree: usize, r: Pairs<Words>, mut expected: Bits) {
    let r: Bits = r.iter().flat_map(|pair| pair.0.map(bits)).flatten().collect();
    expected.resize(r.len(), vec![]);
    assert!(r == expected, "{name} in F_2^{degree}");
    WORDS.take();
    println!("theorem: binary field of degree {degree}: {name}: value, all products a_i b_j");
}

fn theorems<P: Polynomial, const N: usize>() {
    let ((a, of_a), (b, of_b)) = (variables::<P>(1), variables::<P>(OF_B));
    let expected = remainder::<P>(multiply(&of_a, &of_b));
    verify("a b", P::DEGREE, mul::<Words, N, P>((), &a, &b), expected);
    let (a, of_a) = variables::<P>(1);
    let expected = remainder::<P>(multiply(&of_a, &of_a));
    verify("a²", P::DEGREE, sqr::<Words, N, P>((), &a), expected);
}

#[test]
fn every_field() {
    theorems::<F163, 3>();
    theorems::<F233, 4>();
    theorems::<F283, 5>();
    theorems::<F409, 7>();
    theorems::<F571, 9>();
}
