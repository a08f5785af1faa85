//! Words in a proof, and the rules for them: sums, products, cuts, choices.
//!
//! A sum or product that exceeds a word is cut: `x = low + W high`, where W is 2^64, or 2^8 of a
//! processor with 8-bit words. If neither the range of `x` nor what is known modulo W decides one
//! part, `low` is a new variable in `[0, W)`, and `high` is `(x - low) / W`. So a chain of carries
//! telescopes, and the range of its last word follows from the whole number.

use super::exact::{Exact, Residue};
use crate::field::lanes::proofs::Polynomial;
use num_bigint::BigInt;
use std::collections::HashMap;
use std::vec::Vec;

/// A sum, product or word: what it is, and where it lies.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) exact: Exact,
    pub(super) residue: Residue,
    pub(super) low: BigInt,
    pub(super) high: BigInt,
}

impl Value {
    pub(super) fn constant(c: impl Into<BigInt>) -> Self {
        let c: BigInt = c.into();
        let residue = Residue::constant(modulo_word(&c));
        Self { exact: Exact::constant(c.clone()), residue, low: c.clone(), high: c }
    }

    /// Its value, if that is known.
    pub(super) fn known(&self) -> Option<u64> {
        (self.low == self.high).then(|| modulo_word(&self.low))
    }

    pub(super) fn add(&self, other: &Self) -> Self {
        Self {
            exact: self.exact.add(&other.exact),
            residue: self.residue.add(&other.residue),
            low: &self.low + &other.low,
            high: &self.high + &other.high,
        }
    }

    pub(super) fn sub(&self, other: &Self) -> Self {
        self.add(&other.scale(&BigInt::from(-1)))
    }

    pub(super) fn scale(&self, c: &BigInt) -> Self {
        let (low, high) = (&self.low * c, &self.high * c);
        let (low, high) = if low <= high { (low, high) } else { (high, low) };
        let residue = self.residue.scale(modulo_word(c));
        Self { exact: self.exact.scale(c), residue, low, high }
    }
}

/// `c` modulo 2^64.
pub(super) fn modulo_word(c: &BigInt) -> u64 {
    let word = BigInt::from(1) << 64;
    let least: BigInt = ((c % &word) + &word) % &word;
    least.try_into().expect("a word")
}

pub(super) fn power(n: u64) -> BigInt {
    BigInt::from(1) << n
}

/// A variable: its greatest value (the least is 0), the value of which it is the low half, and its
/// value in the run on this processor.
struct Variable {
    high: BigInt,
    low_half_of: Option<(Exact, u64)>,
    example: BigInt,
}

/// A number of several words that is known to be smaller than they could hold.
struct Bounded {
    lowest: u32,
    /// The lowest word: the number, less the other words.
    by: Exact,
}

/// All values of one case of a proof.
#[derive(Default)]
pub(super) struct Values {
    /// The bits of a word.
    word: u64,
    variables: Vec<Variable>,
    symbols: u32,
    bounded: Vec<Bounded>,
    /// What is 0 in this case.
    relations: Vec<Exact>,
    /// Words by their residues, and by the residues of their complements.
    words: HashMap<Residue, Value>,
    splits: Vec<(Exact, u64, Value, Value)>,
    /// Carries with their residues: one that is computed again, as of a comparison, is the same.
    carries: Vec<(Exact, Residue)>,
    /// Symbols of products by an inverse: `symbol = -x / other` modulo 2^64.
    quotients: Vec<(u32, u32, Residue)>,
    inverse: Option<(u32, u32)>,
    /// The variable of a modulus that may be any odd number.
    modulus: Option<u32>,
    /// Which case to take at each choice, and how many there are.
    choices: Vec<(usize, usize)>,
    chosen: usize,
    /// This case cannot happen.
    pub(super) impossible: bool,
    /// The run on this processor went another way.
    pub(super) elsewhere: bool,
}

impl Values {
    /// Words of `word` bits, at most 64.
    pub(super) fn new(word: u64, choices: Vec<(usize, usize)>) -> Self {
        Self { word, choices, ..Self::default() }
    }

    fn push(&mut self, high: BigInt, low_half_of: Option<(Exact, u64)>, example: BigInt) -> Exact {
        self.variables.push(Variable { high, low_half_of, example });
        // Variable 0 is none.
        Exact::variable(self.variables.len() as u32)
    }

    pub(super) fn symbol(&mut self) -> Residue {
        self.symbols += 1;
        Residue::symbol(self.symbols)
    }

    /// A word that may have any value up to `high`.
    pub(super) fn word(&mut self, high: BigInt, example: impl Into<BigInt>) -> Value {
        let exact = self.push(high.clone(), None, example.into());
        let word = Value { exact, residue: self.symbol(), low: BigInt::ZERO, high };
        self.words.insert(word.residue.clone(), word.clone());
        word
    }

    /// The words of a number that is known to fit into them.
    pub(super) fn words_of(&mut self, x: &Exact, words: usize) -> Vec<Value> {
        let (word, mut example) = (self.word, self.example(x));
        let mut r = Vec::new();
        for _ in 1..words {
            r.push(self.word(power(word) - 1, modulo_word(&example) & (u64::MAX >> (64 - word))));
            example >>= word;
        }
        let exact = x.sub(&self.number(&r)).shr(word * r.len() as u64);
        let residue = self.symbol();
        r.push(Value { exact, residue, low: BigInt::ZERO, high: power(word) - 1 });
        r
    }

    /// `words`, least significant first, make a number of at most `most`.
    pub(super) fn bound(&mut self, words: &[Value], most: BigInt) {
        self.bound_in(self.word, words, most);
    }

    /// The same of digits of `bits` bits.
    fn bound_in(&mut self, bits: u64, words: &[Value], most: BigInt) {
        let number = Self::number_in(bits, words);
        let example = self.example(&number);
        assert!(example <= most);
        let whole = self.push(most, None, example);
        self.equate(words, &number, &whole);
    }

    /// `words`, whose number is this one, make `whole`.
    fn equate(&mut self, words: &[Value], number: &Exact, whole: &Exact) {
        let lowest = &words[0].exact;
        let by = whole.sub(number).add(lowest);
        let lowest = Self::variables_of(lowest)[0];
        self.bounded.push(Bounded { lowest, by });
    }

    /// `words` make a modulus, and `inverse` is `-1 / modulus` modulo 2^64.
    pub(super) fn modulus(&mut self, words: &[Value], inverse: &Value) {
        self.modulus_in(self.word, power(self.word * words.len() as u64) - 1, words, inverse);
    }

    /// The same for digits of `bits` bits, and a modulus of at most `most`.
    pub(super) fn modulus_in(&mut self, bits: u64, most: BigInt, words: &[Value], inverse: &Value) {
        self.bound_in(bits, words, most);
        self.modulus = Some(self.variables.len() as u32);
        let of = |x: &Value| Self::variables_of(&x.exact)[0];
        self.inverse = Some((of(inverse), of(&words[0])));
    }

    /// `words` make a number below the modulus.
    pub(super) fn bound_by_modulus(&mut self, words: &[Value]) {
        let most = Exact::variable(self.modulus.expect("a modulus")).sub(&Exact::constant(1));
        let number = self.number(words);
        let example = self.example(&most) - self.example(&number);
        let less = self.push(self.most_modulus(), None, example);
        self.equate(words, &number, &most.sub(&less));
    }

    /// What the modulus is at most.
    pub(super) fn most_modulus(&self) -> BigInt {
        self.variables[self.modulus_variable() as usize - 1].high.clone()
    }

    /// The modulus as a variable.
    pub(super) fn modulus_variable(&self) -> u32 {
        self.modulus.expect("a modulus")
    }

    fn variables_of(x: &Exact) -> Vec<u32> {
        let mut all: Vec<u32> = x.numerator.terms().flat_map(|(m, _)| *m).collect();
        all.sort_unstable();
        all.dedup();
        all.retain(|v| *v > 0);
        all
    }

    /// Its value in the run on this processor.
    pub(super) fn example(&self, x: &Exact) -> BigInt {
        let value = |v: u32| match v {
            0 => BigInt::from(1),
            _ => self.variables[v as usize - 1].example.clone(),
        };
        let terms = x.numerator.terms();
        let sum: BigInt = terms.map(|([a, b], c)| c * value(*a) * value(*b)).sum();
        assert!(self.elsewhere || &sum % power(x.shift) == BigInt::ZERO, "a fraction");
        sum >> x.shift
    }

    /// The range of a whole number, term by term.
    fn simple_range(&self, x: &Exact) -> (BigInt, BigInt) {
        let (mut low, mut high) = self.sum_of_terms(&x.numerator);
        if let Some(modulus) = self.modulus
            && x.has(modulus)
        {
            // The modulus times what it is multiplied with.
            let (rest, times, _) = x.numerator.by_powers(modulus);
            let (rest, times) = (self.sum_of_terms(&rest), self.sum_of_terms(&times));
            let ends = [BigInt::from(1), self.variables[modulus as usize - 1].high.clone()];
            let least = ends.iter().map(|m| m * &times.0).min().expect("two ends");
            let most = ends.iter().map(|m| m * &times.1).max().expect("two ends");
            low = low.max(rest.0 + least);
            high = high.min(rest.1 + most);
        }
        let round_up: BigInt = power(x.shift) - 1;
        ((low + round_up) >> x.shift, high >> x.shift)
    }

    fn sum_of_terms(&self, x: &Polynomial) -> (BigInt, BigInt) {
        let most = |v: u32| match v {
            0 => BigInt::from(1),
            _ => self.variables[v as usize - 1].high.clone(),
        };
        let (mut low, mut high) = (BigInt::ZERO, BigInt::ZERO);
        for ([a, b], c) in x.terms() {
            let end = c * most(*a) * most(*b);
            if *b == 0 || *c > BigInt::ZERO {
                high += &end;
            }
            if *b == 0 || *c < BigInt::ZERO {
                low += end;
            }
        }
        (low, high)
    }

    /// The largest monomial that both have, with its coefficients.
    fn common(&self, x: &Exact, y: &Exact) -> Option<(BigInt, BigInt)> {
        let most = |v: u32| match v {
            0 => BigInt::from(1),
            _ => self.variables[v as usize - 1].high.clone(),
        };
        let common = y.numerator.terms().filter(|(m, _)| m[1] > 0);
        let common = common.filter_map(|(m, d)| Some((m, x.numerator.term(*m)?, d)));
        let sized =
            common.map(|(m, c, d)| ((c * most(m[0]) * most(m[1])).magnitude().clone(), c, d));
        sized.max_by(|a, b| a.0.cmp(&b.0)).map(|(_, c, d)| (c.clone(), d.clone()))
    }

    /// The range of a whole number, with what is known of bounded numbers and in this case.
    pub(super) fn range(&self, x: &Exact) -> (BigInt, BigInt) {
        let mut range = self.simple_range(x);
        self.search(x, 3, &mut range);
        range
    }

    fn search(&self, x: &Exact, depth: usize, range: &mut (BigInt, BigInt)) {
        let mut forms = std::vec![x.clone()];
        for bounded in &self.bounded {
            for i in 0..forms.len() {
                if forms[i].has(bounded.lowest) {
                    forms.push(forms[i].substitute(bounded.lowest, &bounded.by));
                }
            }
        }
        for form in &forms {
            let (low, high) = self.simple_range(form);
            range.0 = low.max(range.0.clone());
            range.1 = high.min(range.1.clone());
        }
        if depth == 0 {
            return;
        }
        for relation in &self.relations {
            let Some((c, d)) = self.common(x, relation) else { continue };
            // The multiple of the relation that cancels it.
            let twos = d.trailing_zeros().unwrap_or(0);
            let odd = &d >> twos;
            if &c % &odd == BigInt::ZERO {
                let times = relation.scale(&(&c / &odd)).shl(relation.shift).shr(twos + x.shift);
                self.search(&x.sub(&times), depth - 1, range);
            }
        }
    }

    fn narrow(&mut self, x: &mut Value, thorough: bool) {
        let (low, high) = if thorough { self.range(&x.exact) } else { self.simple_range(&x.exact) };
        x.low = low.max(x.low.clone());
        x.high = high.min(x.high.clone());
        if x.low > x.high {
            self.impossible = true;
            x.high = x.low.clone();
        }
        if !self.elsewhere && !self.impossible {
            let example = self.example(&x.exact);
            assert!(x.low <= example && example <= x.high, "{example} is not in the range");
        }
    }

    /// One of `cases` cases.
    pub(super) fn choose(&mut self, cases: usize) -> usize {
        if self.chosen == self.choices.len() {
            self.choices.push((0, cases));
        }
        self.chosen += 1;
        self.choices[self.chosen - 1].0
    }

    /// The choices of the next case: the last choice that has one left is another.
    pub(super) fn next_case(&mut self) -> Option<Vec<(usize, usize)>> {
        let mut choices = core::mem::take(&mut self.choices);
        while choices.last().is_some_and(|(case, cases)| case + 1 == *cases) {
            choices.pop();
        }
        choices.last_mut()?.0 += 1;
        Some(choices)
    }

    /// In this case `x` is `c`.
    fn relate(&mut self, x: &Exact, c: &BigInt) {
        if !self.elsewhere && self.example(x) != *c {
            self.elsewhere = true;
        }
        let relation = x.sub(&Exact::constant(c.clone()));
        if relation != Exact::default() {
            self.relations.push(relation);
        }
    }

    /// A value of few possible ones: known, or one case for each.
    pub(super) fn decide(&mut self, x: &Value) -> Value {
        let mut x = x.clone();
        self.narrow(&mut x, true);
        if x.low < x.high {
            // In the operands its terms may all have one sign.
            let (low, high) = self.simple_range(&self.reduced(&x.exact));
            (x.low, x.high) = (low.max(x.low), high.min(x.high));
            if x.low > x.high {
                self.impossible = true;
                x.high = x.low.clone();
            }
        }
        if x.low == x.high {
            self.relate(&x.exact, &x.low);
            return Value::constant(x.low);
        }
        let cases: BigInt = &x.high - &x.low + 1;
        let case = self.choose(cases.try_into().expect("few cases"));
        let c = &x.low + case;
        self.relate(&x.exact, &c);
        Value::constant(c)
    }

    /// Whether a word is 0: known, or both cases.
    pub(super) fn is_zero(&mut self, x: &Value) -> bool {
        let mut x = x.clone();
        self.narrow(&mut x, true);
        if x.low > BigInt::ZERO || x.high == BigInt::ZERO {
            let zero = x.high == BigInt::ZERO;
            if zero {
                self.relate(&x.exact, &BigInt::ZERO);
            }
            return zero;
        }
        if self.choose(2) == 0 {
            self.relate(&x.exact, &BigInt::ZERO);
            return true;
        }
        // Otherwise it is 1 plus a number.
        let example: BigInt = self.example(&x.exact) - 1;
        self.elsewhere |= example < BigInt::ZERO;
        let above = self.push(&x.high - 1, None, example.max(BigInt::ZERO));
        let relation = x.exact.sub(&above);
        self.relate(&relation, &BigInt::from(1));
        false
    }

    /// The word and what is above it, of any whole number.
    pub(super) fn cut(&mut self, x: Value) -> (Value, Value) {
        self.cut_by(x, true)
    }

    /// The same, perhaps without a search for the range among all that is known in this case.
    pub(super) fn cut_by(&mut self, mut x: Value, search: bool) -> (Value, Value) {
        let (bits, word) = (self.word, power(self.word));
        for thorough in [false, true].into_iter().filter(|thorough| search || !thorough) {
            self.narrow(&mut x, thorough);
            let (least, most) = (&x.low >> bits, &x.high >> bits);
            if least == most {
                let high = Value::constant(least);
                let low = x.sub(&high.scale(&word));
                if low.residue.as_constant().is_none() {
                    self.words.insert(low.residue.clone(), low.clone());
                }
                return (low, high);
            }
            if thorough {
                break;
            }
            if let Some(low) = self.word_of(&x.residue) {
                return self.with_low(x, low);
            }
        }
        if &x.high - &x.low < BigInt::from(4) {
            let x = self.decide(&x);
            return self.cut(x);
        }
        let example = BigInt::from(modulo_word(&self.example(&x.exact))) % &word;
        let exact = self.push(&word - 1, Some((x.exact.clone(), bits)), example);
        let residue = x.residue.modulo(bits);
        let residue = if residue.len() <= 32 { residue } else { self.symbol() };
        let low = Value { exact, residue, low: BigInt::ZERO, high: word - 1 };
        self.words.insert(low.residue.clone(), low.clone());
        self.with_low(x, low)
    }

    /// The word of a residue, if that is known.
    fn word_of(&self, residue: &Residue) -> Option<Value> {
        let residue = &residue.modulo(self.word);
        if let Some(c) = residue.as_constant() {
            return Some(Value::constant(c));
        }
        if let Some(word) = self.words.get(residue) {
            return Some(word.clone());
        }
        let most = Value::constant(power(self.word) - 1);
        let complement = most.residue.add(&residue.scale(u64::MAX)).modulo(self.word);
        self.words.get(&complement).map(|word| most.sub(word))
    }

    fn with_low(&mut self, x: Value, low: Value) -> (Value, Value) {
        let bits = self.word;
        let exact = x.exact.sub(&low.exact).shr(bits);
        let mut high =
            Value { exact, residue: self.symbol(), low: x.low >> bits, high: x.high >> bits };
        self.narrow(&mut high, false);
        self.same_carry(&mut high);
        if high.low == high.high {
            let c = high.low.clone();
            self.relate(&high.exact, &c);
            high = Value::constant(c);
        }
        (low, high)
    }

    /// The residue of a carry, or of a borrow as -1, that was computed before.
    fn same_carry(&mut self, x: &mut Value) {
        let one = BigInt::from(1);
        let sign = match (&x.low, &x.high) {
            (low, high) if *low == BigInt::ZERO && *high == one => 1,
            (low, high) if *low == -one && *high == BigInt::ZERO => -1,
            _ => return,
        };
        let carry = if sign == 1 { x.exact.clone() } else { x.exact.scale(&sign.into()) };
        let times = i64::cast_unsigned(sign);
        match self.carries.iter().rev().find(|(exact, _)| *exact == carry) {
            Some((_, residue)) => x.residue = residue.scale(times),
            None => self.carries.push((carry, x.residue.scale(times))),
        }
    }

    /// The low `n` bits of a word, and the bits above.
    pub(super) fn split(&mut self, x: &Value, n: u64) -> (Value, Value) {
        let (least, most) = (&x.low >> n, &x.high >> n);
        if least == most {
            let high = Value::constant(least);
            return (x.sub(&high.scale(&power(n))), high);
        }
        if let Some((.., low, high)) = self.found_split(x, n) {
            return (low.clone(), high.clone());
        }
        let example = ((self.example(&x.exact) % power(n)) + power(n)) % power(n);
        let exact = self.push(power(n) - 1, Some((x.exact.clone(), n)), example);
        let residue = self.symbol();
        let low = Value { exact, residue, low: BigInt::ZERO, high: power(n) - 1 };
        let exact = x.exact.sub(&low.exact).shr(n);
        let high = Value { exact, residue: self.symbol(), low: least, high: most };
        self.splits.push((x.exact.clone(), n, low.clone(), high.clone()));
        (low, high)
    }

    fn found_split(&self, x: &Value, n: u64) -> Option<&(Exact, u64, Value, Value)> {
        self.splits.iter().find(|(of, bits, ..)| *bits == n && *of == x.exact)
    }

    /// Whether [`split`](Self::split) made variables of this word's parts.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn was_split(&self, x: &Value, n: u64) -> bool {
        self.found_split(x, n).is_some()
    }

    pub(super) fn mul(&mut self, a: &Value, b: &Value) -> Value {
        for (a, b) in [(a, b), (b, a)] {
            if a.low == a.high {
                return b.scale(&a.low);
            }
        }
        let residue = self.residue_of_product(a, b);
        let (a, b) = (self.named(a, b), self.named(b, a));
        let ends = [&a.low, &a.high].map(|x| [&b.low, &b.high].map(|y| x * y)).concat();
        let (low, high) = (ends.iter().min().cloned(), ends.into_iter().max());
        let (low, high) = (low.expect("four ends"), high.expect("four ends"));
        Value { exact: a.exact.mul(&b.exact), residue, low, high }
    }

    fn residue_of_product(&mut self, a: &Value, b: &Value) -> Residue {
        let residue = self.symbol();
        let Some((x, y)) = self.inverse else { return residue };
        for (a, b) in [(a, b), (b, a)] {
            if a.exact == Exact::variable(x) && b.exact == Exact::variable(y) {
                return Residue::constant(u64::MAX);
            }
            if a.exact == Exact::variable(x) {
                self.quotients.push((self.symbols, y, b.residue.clone()));
            } else if a.exact == Exact::variable(y) {
                let mut quotients = self.quotients.iter();
                let found = quotients.find(|(s, ..)| b.residue == Residue::symbol(*s));
                if let Some((.., of)) = found {
                    return of.scale(u64::MAX);
                }
            }
        }
        residue
    }

    /// `a`, or a variable in its place if the product with `b` had too many factors.
    fn named(&mut self, a: &Value, b: &Value) -> Value {
        if a.exact.numerator.degree() + b.exact.numerator.degree() <= 2
            || a.exact.numerator.degree() == 1
        {
            return a.clone();
        }
        self.name(a)
    }

    /// A variable in place of a word.
    pub(super) fn name(&mut self, a: &Value) -> Value {
        let example = self.example(&a.exact);
        let exact = self.push(a.high.clone(), None, example);
        let relation = a.exact.sub(&exact);
        self.relate(&relation, &BigInt::ZERO);
        Value { exact, ..a.clone() }
    }

    /// The newest variable of a relation that the others determine, and by what.
    fn pivot(relation: &Exact) -> Option<(u32, Exact)> {
        let linear = |v: u32| {
            let (_, once, twice) = relation.numerator.by_powers(v);
            let mut terms = once.terms();
            let term = terms.next().filter(|(m, _)| **m == [0, 0]);
            let alone = terms.next().is_none() && twice.terms().next().is_none();
            term.filter(|(_, c)| alone && c.magnitude().count_ones() == 1).map(|(_, c)| c.clone())
        };
        let variables = Self::variables_of(relation);
        let (v, c) = variables.iter().rev().find_map(|v| linear(*v).map(|c| (*v, c)))?;
        // v = v - relation / c
        let sign = if c < BigInt::ZERO { 1 } else { -1 };
        let bits = c.magnitude().bits() - 1;
        let rest = relation.scale(&BigInt::from(sign)).shl(relation.shift).shr(bits);
        Some((v, Exact::variable(v).add(&rest)))
    }

    /// What stands in place of a variable in this case: each relation, of its newest variable.
    pub(super) fn replacements(&self) -> Vec<(u32, Exact)> {
        self.relations.iter().rev().filter_map(Self::pivot).collect()
    }

    /// A number of this case in lowest terms.
    pub(super) fn reduced(&self, x: &Exact) -> Exact {
        x.replaced(&self.replacements())
    }

    /// In words, carries and high halves, whole numbers all of them: each low half is what it
    /// is the low half of, less the high half, which is a variable in its place, unless this case
    /// says what it is.
    pub(super) fn high_halves(&self) -> Vec<(u32, Exact)> {
        let pivots: HashMap<u32, Exact> = self.relations.iter().filter_map(Self::pivot).collect();
        let mut all = Vec::new();
        for (v, variable) in (1..).zip(&self.variables) {
            if let Some(by) = pivots.get(&v) {
                all.push((v, by.clone()));
            } else if let Some((of, n)) = &variable.low_half_of {
                all.push((v, of.sub(&Exact::variable(u32::MAX - v).shl(*n))));
            }
        }
        all.reverse();
        all
    }

    /// The modulus in place of its lowest word.
    pub(super) fn whole_modulus(&self) -> (u32, Exact) {
        let modulus = self.modulus.expect("a modulus");
        let found = self.bounded.iter().find(|b| b.by.has(modulus));
        let Bounded { lowest, by } = found.expect("the modulus's words");
        (*lowest, by.clone())
    }

    /// The number of these words.
    pub(super) fn number(&self, words: &[Value]) -> Exact {
        Self::number_in(self.word, words)
    }

    /// The number of these digits of `bits` bits.
    fn number_in(bits: u64, words: &[Value]) -> Exact {
        words
            .iter()
            .enumerate()
            .fold(Exact::default(), |sum, (i, word)| sum.add(&word.exact.shl(bits * i as u64)))
    }
}
