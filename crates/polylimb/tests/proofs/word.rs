//! A 64-bit lane as a polynomial and an interval, with a rule for each instruction.
//!
//! A lane's value is an integer of any size; the machine's word is that integer modulo 2^64. Sums,
//! differences, shifts to the left and cuts of low bits are right for both. Rules that read a whole
//! word demand that the integer fits it.

use super::polynomial::{Formula, Polynomial, Variable};
use crate::limb::simd::LANES;
use num_bigint::BigInt;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::vec;
use std::vec::Vec;

/// A handle of a value, in place of the word, marked in its high bits as no constant of the kernels
/// is; or such a constant. A handle is a digit, and one plus [`HALF`] stands for the sum: some
/// kernels add half of `2^52` to a word in memory.
pub(super) type Word = u64;
const MARK: u64 = 0x5a3c9 << 32;
const HALF: u64 = 1 << 51;

/// A value in half a word of memory, which bytes of numbers are moved by: its place, from 1 on; 0
/// is 0.
pub(super) fn to_half(word: Word) -> u32 {
    debug_assert!(word & !0xffff_ffff == MARK);
    word as u32 + 1
}

/// The value of half a word of memory.
pub(super) fn of_half(half: u32) -> Word {
    if half == 0 { 0 } else { MARK | u64::from(half - 1) }
}

#[derive(Clone)]
struct Value {
    polynomial: Polynomial,
    low: BigInt,
    high: BigInt,
    /// The value is another one times `2^n`.
    shifted: Option<(Word, u32)>,
}

/// A polynomial that is 0 for reasons of ranges, and the variable that it eliminates.
pub(super) struct Relation {
    pub(super) zero: Polynomial,
    pub(super) pivot: Variable,
}

/// All values of one run.
#[derive(Default)]
pub(super) struct Run {
    values: Vec<Value>,
    constants: HashMap<BigInt, Word>,
    sums: HashMap<(Word, Word, bool), Word>,
    shifts: HashMap<(Word, u32), Word>,
    cuts: HashMap<(Word, u32), (Word, Word)>,
    products: HashMap<(Word, Word), (Word, Word)>,
    signed_products: HashMap<(Word, Word), Word>,
    /// Values of degree two that are multiplied once more, and the variables in their place.
    pub(super) names: Vec<[Word; 2]>,
    /// `2^n ceil(x / 2^n) - x`, in `[0, 2^n)`, with `n` and the variable of the quotient.
    complements: Vec<(Polynomial, u32, Variable)>,
    pub(super) relations: Vec<Relation>,
    /// The least and the greatest value of each variable.
    variables: Vec<[BigInt; 2]>,
    /// Lanes of a vector that hold digits, and how many numbers' by turns, at most two.
    pub(super) lanes: usize,
    pub(super) numbers: usize,
    /// The carry, of at most 1, out of each number's last lane in the vector before.
    carries: [Option<Word>; 2],
    /// How many vectors were incremented, and which of them passes no carry on.
    incremented: usize,
    pub(super) alone: Option<usize>,
    /// Which case to take at each choice, and how many there are.
    pub(super) choices: Vec<(usize, usize)>,
    chosen: usize,
    /// Whether few bits that a shift keeps are run apart: 0, and more.
    carries_apart: bool,
    follow: Follow,
    /// Variables that stand for formulas in others, and what all formulas are modulo.
    pub(super) defined: BTreeMap<Variable, Formula>,
    pub(super) modulus: BigInt,
    random: u64,
}

/// What polynomials say.
#[derive(Clone, Copy, Default, PartialEq)]
pub(super) enum Follow {
    /// Nothing: each value is a variable of its own.
    Ranges,
    /// What the value is.
    #[default]
    Values,
    /// A share of the number that the value is a digit of. What is cut off is any number. See
    /// `formulas.rs`.
    Numbers,
}

std::thread_local! {
    static RUN: RefCell<Run> = RefCell::default();
}

/// Computes with the values of this thread's run.
pub(super) fn with<R>(f: impl FnOnce(&mut Run) -> R) -> R {
    RUN.with_borrow_mut(f)
}

fn power(n: u32) -> BigInt {
    BigInt::from(1) << n
}

/// The quotient by `2^n`, rounded down.
fn floor(x: &BigInt, n: u32) -> BigInt {
    x >> n
}

impl Run {
    pub(super) fn new(choices: Vec<(usize, usize)>, carries_apart: bool, follow: Follow) -> Self {
        Self { choices, carries_apart, follow, lanes: LANES, numbers: 1, ..Self::default() }
    }

    /// Whether there is no word.
    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    fn push(&mut self, mut value: Value) -> Word {
        assert!(value.low <= value.high, "an empty interval");
        if value.low == value.high {
            return self.constant(&value.low.clone());
        }
        if self.follow == Follow::Ranges {
            let ends = [value.low.clone(), value.high.clone()];
            value.polynomial = Polynomial::variable(self.fresh(ends));
        }
        self.values.push(value);
        MARK | (self.values.len() - 1) as u64
    }

    pub(super) fn constant(&mut self, c: &BigInt) -> Word {
        if let Some(&word) = self.constants.get(c) {
            return word;
        }
        let polynomial = Polynomial::constant(c.clone());
        self.values.push(Value { polynomial, low: c.clone(), high: c.clone(), shifted: None });
        let word = MARK | (self.values.len() - 1) as u64;
        self.constants.insert(c.clone(), word);
        word
    }

    /// The value of a word: a handle, or a constant of the kernel as a signed number if it is near
    /// 2^64.
    fn value(&mut self, word: Word) -> Value {
        let handle = self.as_handle(word);
        self.values[(handle & 0xffff_ffff) as usize].clone()
    }

    pub(super) fn as_handle(&mut self, word: Word) -> Word {
        match word & !0xffff_ffff {
            MARK => word,
            mark if mark == MARK + HALF => self.add(word - HALF, HALF),
            _ => self.constant(&BigInt::from(word.cast_signed())),
        }
    }

    pub(super) fn polynomial(&mut self, word: Word) -> Polynomial {
        self.value(word).polynomial
    }

    pub(super) fn interval(&mut self, word: Word) -> (BigInt, BigInt) {
        let value = self.value(word);
        (value.low, value.high)
    }

    fn as_constant(&mut self, word: Word) -> Option<BigInt> {
        let (low, high) = self.interval(word);
        (low == high).then_some(low)
    }

    fn fresh(&mut self, ends: [BigInt; 2]) -> Variable {
        self.variables.push(ends);
        // 0 is none.
        self.variables.len() as Variable
    }

    /// The range of a polynomial, term by term.
    pub(super) fn range(&self, x: &Polynomial) -> [BigInt; 2] {
        let ends = |v: Variable| match v {
            0 => [1.into(), 1.into()],
            _ => self.variables[v as usize - 1].clone(),
        };
        let mut range = [BigInt::ZERO; 2];
        for (&[a, b], c) in x.terms() {
            let (a, b) = (ends(a), ends(b));
            let products = a.iter().flat_map(|a| b.iter().map(move |b| c * a * b));
            let products: Vec<BigInt> = products.collect();
            range[0] += products.iter().min().expect("four products");
            range[1] += products.iter().max().expect("four products");
        }
        range
    }

    /// The last lane of each number: as if it carried. So the bits that a kernel makes of this tell
    /// [`Run::increment`] where the carry out of a vector goes.
    pub(super) fn last_lanes(&self) -> u8 {
        ((1 << self.numbers) - 1) << (self.lanes - self.numbers)
    }

    /// Adds to each lane what the lane below it carries, as in a chain. Into a number's first lane
    /// comes the carry out of the vector before, if the bit of this lane is set.
    pub(super) fn increment(&mut self, mut vector: [Word; LANES], lanes: u8) -> [Word; LANES] {
        let mut next = self.carries;
        for (i, carry) in next.iter_mut().enumerate() {
            *carry = carry.filter(|_| (lanes >> i) & 1 == 1);
        }
        for (i, word) in vector.iter_mut().enumerate().take(self.lanes) {
            if self.follow == Follow::Ranges {
                let any = self.variable(0.into(), 1.into());
                *word = self.add(*word, any);
                continue;
            }
            let carry = &mut next[i % self.numbers];
            *word = carry.map_or(*word, |carry| self.add(*word, carry));
            *carry = Some(self.cut(*word, 52).1);
        }
        if self.alone != Some(self.incremented) {
            self.carries = next;
        }
        self.incremented += 1;
        vector
    }

    /// A new variable in `[low, high]`.
    pub(super) fn variable(&mut self, low: BigInt, high: BigInt) -> Word {
        let polynomial = Polynomial::variable(self.fresh([low.clone(), high.clone()]));
        self.push(Value { polynomial, low, high, shifted: None })
    }

    /// One of `cases` cases; [`super::theorem::prove`] runs them all.
    pub(super) fn choose(&mut self, cases: usize) -> usize {
        if self.chosen == self.choices.len() {
            self.choices.push((0, cases));
        }
        self.chosen += 1;
        self.choices[self.chosen - 1].0
    }

    pub(super) fn add(&mut self, a: Word, b: Word) -> Word {
        self.sum(a, b, false)
    }

    pub(super) fn sub(&mut self, a: Word, b: Word) -> Word {
        self.sum(a, b, true)
    }

    fn sum(&mut self, a: Word, b: Word, minus: bool) -> Word {
        if let Some(&sum) = self.sums.get(&(a, b, minus)) {
            return sum;
        }
        if a == b && !minus {
            return self.shl(a, 1);
        }
        let (x, y) = (self.value(a), self.value(b));
        let (polynomial, low, high) = if minus {
            (&x.polynomial - &y.polynomial, &x.low - &y.high, &x.high - &y.low)
        } else {
            (&x.polynomial + &y.polynomial, &x.low + &y.low, &x.high + &y.high)
        };
        let sum = self.push(Value { polynomial, low, high, shifted: None });
        for (above, (below, y)) in [(&x, (b, &y)), (&y, (a, &x))] {
            if let Some((of, n)) = above.shifted
                && !minus
                && y.low >= BigInt::ZERO
                && y.high < power(n)
            {
                self.cuts.insert((sum, n), (below, of));
            }
        }
        self.sums.insert((a, b, minus), sum);
        sum
    }

    pub(super) fn shl(&mut self, a: Word, n: u32) -> Word {
        if n == 0 {
            return a;
        }
        if let Some(&shifted) = self.shifts.get(&(a, n)) {
            return shifted;
        }
        let x = self.value(a);
        let (polynomial, low, high) = (x.polynomial.scale(&power(n)), x.low << n, x.high << n);
        let shifted = self.push(Value { polynomial, low, high, shifted: Some((a, n)) });
        self.shifts.insert((a, n), shifted);
        shifted
    }

    /// `low` in `[0, 2^n)` and `high` with `a = low + 2^n high`.
    pub(super) fn cut(&mut self, a: Word, n: u32) -> (Word, Word) {
        if let Some(&parts) = self.cuts.get(&(a, n)) {
            return parts;
        }
        let x = self.value(a);
        let (least, most) = (floor(&x.low, n), floor(&x.high, n));
        let parts = if let Some((of, shift)) = x.shifted {
            if shift >= n {
                (self.constant(&BigInt::ZERO), self.shl(of, shift - n))
            } else {
                let (low, high) = self.cut(of, n - shift);
                (self.shl(low, shift), high)
            }
        } else if least == most {
            let away = self.constant(&(&least << n));
            let low = if least == BigInt::ZERO { a } else { self.sub(a, away) };
            (low, self.constant(&least))
        } else {
            self.cut_in_two(&x, n, least, most)
        };
        self.cuts.insert((a, n), parts);
        parts
    }

    /// The high part of a value that is cut where it has few bits: 0, or at least 1.
    fn apart(&mut self, a: Word, n: u32) {
        let (low, high) = self.interval(a);
        let most = floor(&high, n);
        let few = BigInt::from(1)..=BigInt::from(1 << 10);
        if self.cuts.contains_key(&(a, n)) || low < BigInt::ZERO || !few.contains(&most) {
            return;
        }
        let parts = if self.choose(2) == 0 {
            let polynomial = self.polynomial(a);
            let value = Value { polynomial, low, high: high.min(power(n) - 1), shifted: None };
            (self.push(value), self.constant(&BigInt::ZERO))
        } else {
            let x = self.value(a);
            self.cut_in_two(&x, n, BigInt::from(1), most)
        };
        self.cuts.insert((a, n), parts);
    }

    /// The number of these digits of `width` bits in digits of `new` bits.
    pub(super) fn regrouped(&mut self, digits: &[Word], width: u32, new: u32) -> Vec<Word> {
        let mut result = vec![0; digits.len() * width as usize / new as usize];
        for (k, &digit) in (0..).zip(digits) {
            let (low, high) = self.interval(digit);
            assert!(low >= BigInt::ZERO && high < power(width), "[{low}, {high}] is no digit");
            let (mut rest, mut bit, end) = (digit, k * width, (k + 1) * width);
            while bit < end {
                let place = bit % new;
                let bits = (new - place).min(end - bit);
                let (part, above) = self.cut(rest, bits);
                let (part, sum) = (self.shl(part, place), &mut result[(bit / new) as usize]);
                *sum = self.add(*sum, part);
                (rest, bit) = (above, bit + bits);
            }
        }
        result
    }

    /// Any number in `[low, high]` with this share.
    pub(super) fn share(&mut self, polynomial: Polynomial, low: BigInt, high: BigInt) -> Word {
        self.push(Value { polynomial, low, high, shifted: None })
    }

    /// A pseudo-random number.
    pub(super) fn any_share(&mut self) -> Polynomial {
        self.random = self.random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e);
        Polynomial::constant(self.random)
    }

    /// A variable that stands for this formula, or for no other.
    pub(super) fn stand_for(&mut self, formula: Option<Formula>) -> Variable {
        let variable = self.fresh(Default::default());
        self.defined.extend(formula.map(|formula| (variable, formula)));
        variable
    }

    fn cut_in_two(&mut self, x: &Value, n: u32, least: BigInt, most: BigInt) -> (Word, Word) {
        if self.follow == Follow::Numbers {
            let above = self.any_share();
            let low = &x.polynomial - &above.scale(&power(n));
            let low = self.share(low, BigInt::ZERO, power(n) - 1);
            return (low, self.share(above, least, most));
        }
        let quotient = self.fresh([least.clone(), most.clone()]);
        let high = if least == most {
            self.constant(&least)
        } else {
            let polynomial = Polynomial::variable(quotient);
            self.push(Value { polynomial, low: least, high: most, shifted: None })
        };
        let polynomial = &x.polynomial - &self.polynomial(high).scale(&power(n));
        if x.polynomial.is_multiple_of(&power(n)) {
            self.relations.push(Relation { zero: polynomial, pivot: quotient });
            return (self.constant(&BigInt::ZERO), high);
        }
        // For x = y + 2^n - 1 the quotient is y / 2^n, rounded up.
        let complement = &Polynomial::constant(power(n) - 1) - &polynomial;
        self.complements.push((complement, n, quotient));
        let low = Value { polynomial, low: BigInt::ZERO, high: power(n) - 1, shifted: None };
        (self.push(low), high)
    }

    /// The low 52 bits of the product of the low 52 bits, and the bits above.
    pub(super) fn product(&mut self, a: Word, b: Word) -> (Word, Word) {
        const BITS: u32 = 52;
        let (mut a, mut b) = (self.cut(a, BITS).0, self.cut(b, BITS).0);
        if self.polynomial(a).degree() + self.polynomial(b).degree() > 2 {
            (a, b) = (self.named(a), self.named(b));
        }
        let key = (a.min(b), a.max(b));
        if let Some(&parts) = self.products.get(&key) {
            return parts;
        }
        let (x, y) = (self.value(a), self.value(b));
        let value = Value {
            polynomial: &x.polynomial * &y.polynomial,
            low: &x.low * &y.low,
            high: &x.high * &y.high,
            shifted: None,
        };
        let product = self.push(value);
        let parts = self.cut(product, BITS);
        if x.low == x.high || y.low == y.high {
            self.relate(parts.0, parts.1, BITS);
        }
        self.products.insert(key, parts);
        parts
    }

    /// The product of signed numbers of 32 bits.
    pub(super) fn signed_product(&mut self, mut a: Word, mut b: Word) -> Word {
        if self.polynomial(a).degree() + self.polynomial(b).degree() > 2 {
            (a, b) = (self.named(a), self.named(b));
        }
        let key = (a.min(b), a.max(b));
        if let Some(&product) = self.signed_products.get(&key) {
            return product;
        }
        let (x, y) = (self.value(a), self.value(b));
        for x in [&x, &y] {
            assert!(x.low >= -power(31) && x.high < power(31), "beyond 31 bits and a sign");
        }
        let ends = [&x.low * &y.low, &x.low * &y.high, &x.high * &y.low, &x.high * &y.high];
        let (low, high) = (ends.iter().min().cloned(), ends.iter().max().cloned());
        let product = self.push(Value {
            polynomial: &x.polynomial * &y.polynomial,
            low: low.expect("four products"),
            high: high.expect("four products"),
            shifted: None,
        });
        self.signed_products.insert(key, product);
        product
    }

    /// A variable in place of a value of degree two.
    fn named(&mut self, a: Word) -> Word {
        if let Some([_, name]) = self.names.iter().find(|[of, _]| *of == a) {
            return *name;
        }
        let x = self.value(a);
        if x.polynomial.degree() < 2 {
            return a;
        }
        let name = if self.follow == Follow::Numbers {
            let formula = Formula::of(self, &x.polynomial);
            let polynomial = Polynomial::variable(self.stand_for(Some(formula)));
            self.share(polynomial, x.low, x.high)
        } else {
            self.variable(x.low, x.high)
        };
        self.names.push([a, name]);
        name
    }

    /// If the low part is congruent to the complement of a cut modulo `2^n`, it is that complement,
    /// because both are in `[0, 2^n)`.
    fn relate(&mut self, low: Word, high: Word, n: u32) {
        if self.as_constant(high).is_some() {
            return;
        }
        let low = self.polynomial(low);
        let found = self.complements.iter().find(|(complement, bits, quotient)| {
            *bits == n
                && complement.coefficient(*quotient) == power(n)
                && low.coefficient(*quotient) == BigInt::ZERO
                && complement.is_congruent(&low, &power(n))
        });
        if let Some((complement, _, quotient)) = found {
            self.relations.push(Relation { zero: complement - &low, pivot: *quotient });
        }
    }

    /// The value as an unsigned word.
    fn unsigned(&mut self, a: Word) -> Word {
        let (low, high) = self.interval(a);
        assert!(low >= BigInt::ZERO && high < power(64), "[{low}, {high}] exceeds 64 bits");
        a
    }

    /// The value as a signed word.
    fn signed(&mut self, a: Word) -> Word {
        let (low, high) = self.interval(a);
        assert!(
            low >= -power(63) && high < power(63),
            "[{low}, {high}] exceeds 63 bits and a sign"
        );
        a
    }

    pub(super) fn shr(&mut self, a: Word, n: u32) -> Word {
        let a = self.unsigned(a);
        if self.carries_apart {
            self.apart(a, n);
        }
        self.cut(a, n).1
    }

    pub(super) fn sar(&mut self, a: Word, n: u32) -> Word {
        let a = self.signed(a);
        self.cut(a, n).1
    }

    pub(super) fn and(&mut self, a: Word, b: Word) -> Word {
        if let (Some(a), Some(b)) = (self.as_constant(a), self.as_constant(b)) {
            return self.constant(&(a & b));
        }
        for (a, mask) in [(a, b), (b, a)] {
            let (low, high) = self.interval(mask);
            if low == BigInt::from(-1) && high <= BigInt::ZERO {
                // All ones or all zeros.
                if low == high {
                    return a;
                }
                let (x, mask) = (self.value(a), self.polynomial(mask));
                let polynomial = (&x.polynomial * &mask).scale(&BigInt::from(-1));
                let (low, high) = (x.low.min(BigInt::ZERO), x.high.max(BigInt::ZERO));
                return self.push(Value { polynomial, low, high, shifted: None });
            }
            if low == high && low > BigInt::ZERO && &low & (&low + 1) == BigInt::ZERO {
                return self.cut(a, low.bits() as u32).0;
            }
            if low == high && low < BigInt::ZERO && -&low == power(low.bits() as u32 - 1) {
                // Clears low bits.
                let n = low.bits() as u32 - 1;
                let above = self.cut(a, n).1;
                return self.shl(above, n);
            }
        }
        panic!("no rule for this `and`")
    }

    /// Of constants.
    pub(super) fn xor(&mut self, a: Word, b: Word) -> Word {
        let constants = [a, b].map(|a| self.as_constant(a).expect("no rule for this `xor`"));
        self.constant(&(&constants[0] ^ &constants[1]))
    }

    /// Bits that do not meet are added.
    pub(super) fn or(&mut self, a: Word, b: Word) -> Word {
        for (a, b) in [(a, b), (b, a)] {
            let ((low, high), shifted) = (self.interval(a), self.value(b).shifted);
            let places = shifted.map_or(0, |(_, n)| n);
            if low >= BigInt::ZERO && high < power(places)
                || self.as_constant(a) == Some(BigInt::ZERO)
            {
                return self.add(a, b);
            }
        }
        panic!("no rule for this `or`")
    }

    /// Whether two values are equal: known, or both cases.
    pub(super) fn is_equal(&mut self, a: Word, b: Word) -> bool {
        let ((a_low, a_high), (b_low, b_high)) = (self.interval(a), self.interval(b));
        if a_high < b_low || b_high < a_low {
            false
        } else if a_low == a_high && b_low == b_high {
            true
        } else {
            self.choose(2) == 1
        }
    }
}
