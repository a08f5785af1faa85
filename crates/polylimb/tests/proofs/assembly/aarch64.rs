//! The instructions of `AArch64`: registers, flags and memory that hold values, and machine code
//! that is decoded where it lies in this program.
//!
//! Each rule names the bits that make the instruction, as Arm's manual orders them. An instruction
//! without a rule, and a form that no rule has, ends the proof.

use super::program::Program;
pub(super) use super::state::OPERANDS;
use super::state::{CALLER, STACK, Shift, is_ours, truncated};
use super::values::{Value, Values, power};
use num_bigint::BigInt;
use std::collections::BTreeMap;
use std::vec::Vec;

/// The register 31, where it is not the stack pointer.
const ZERO: u32 = 31;
const LINK: usize = 30;
const STACK_POINTER: usize = 31;

/// A processor.
pub(super) struct Machine<'a> {
    pub(super) values: Values,
    pub(super) program: &'a Program,
    /// The last is the stack pointer.
    registers: [Option<Value>; 32],
    vectors: [Option<[Value; 2]>; 32],
    /// By address; the second is the number of bytes.
    pub(super) memory: BTreeMap<u64, (Value, u64)>,
    pub(super) carry: Option<Value>,
    pub(super) overflow: Option<Value>,
    /// The value that decides whether the last result was 0, or negative as a signed word.
    pub(super) zero: Option<Value>,
    pub(super) sign: Option<Value>,
    /// Factors, the low and the high word: two instructions make them.
    products: Vec<([Value; 2], (Value, Value))>,
    instructions: usize,
}

/// An instruction.
#[derive(Clone, Copy)]
struct Code(u32);

impl Code {
    fn is(self, mask: u32, bits: u32) -> bool {
        self.0 & mask == bits
    }

    fn field(self, lowest: u32, bits: u32) -> u32 {
        self.0 >> lowest & ((1 << bits) - 1)
    }

    fn bit(self, n: u32) -> bool {
        self.field(n, 1) == 1
    }

    /// A signed field.
    fn offset(self, lowest: u32, bits: u32) -> u64 {
        let value = i64::from(self.field(lowest, bits)) << (64 - bits) >> (64 - bits);
        value.cast_unsigned()
    }

    /// Bytes of the registers.
    fn bytes(self) -> u64 {
        if self.bit(31) { 8 } else { 4 }
    }
}

impl<'a> Machine<'a> {
    pub(super) fn new(program: &'a Program, values: Values) -> Self {
        let mut machine = Self {
            values,
            program,
            registers: Default::default(),
            vectors: Default::default(),
            memory: BTreeMap::new(),
            carry: None,
            overflow: None,
            zero: None,
            sign: None,
            products: Vec::new(),
            instructions: 0,
        };
        // What belongs to the caller may be saved.
        for register in 0..32 {
            let mut word = || machine.values.word(power(64) - 1, 0);
            machine.registers[register] = Some(word());
            machine.vectors[register] = Some([word(), word()]);
        }
        machine
    }

    /// Executes the function at `at` with these arguments.
    pub(super) fn call(&mut self, mut at: u64, arguments: &[Value]) {
        for (register, argument) in self.registers.iter_mut().zip(arguments) {
            *register = Some(argument.clone());
        }
        self.registers[LINK] = Some(Value::constant(CALLER));
        self.registers[STACK_POINTER] = Some(Value::constant(STACK));
        let before = self.kept();
        while at != CALLER && !self.values.impossible {
            at = match at {
                _ if at == libc::memcpy as *const () as u64 => self.copy(),
                _ if at == libc::memset as *const () as u64 => self.fill(),
                _ => self.step(at, Code(u32::from_le_bytes(self.program.read(at)))),
            };
            self.instructions += 1;
            assert!(self.instructions < 1 << 20, "no end");
        }
        let same =
            before.iter().zip(self.kept()).all(|(before, after)| before.exact == after.exact);
        assert!(same || self.values.impossible, "a register of the caller's is changed");
    }

    /// What a function leaves as it was.
    fn kept(&self) -> Vec<Value> {
        let words = (19..30).chain([STACK_POINTER]).map(|r| self.registers[r].clone());
        let vectors = self.vectors[8..16].iter().map(|v| v.as_ref().map(|[low, _]| low.clone()));
        words.chain(vectors).map(|value| value.expect("it is defined")).collect()
    }

    /// Whether this processor has what the kernels need.
    pub(super) fn runs_kernel(&self) -> bool {
        true
    }

    pub(super) fn result(&self) -> Value {
        self.read(0, 8)
    }

    /// The C library's `memcpy`, which has other instructions on every CPU; returns.
    fn copy(&mut self) -> u64 {
        let [to, from, bytes] = [0, 1, 2].map(|r| self.known(r));
        assert!(bytes.is_multiple_of(8), "words are copied");
        let words: Vec<Value> = (0..bytes / 8).map(|i| self.load(from + 8 * i, 8)).collect();
        self.leave(to, words)
    }

    /// The same for `memset`.
    fn fill(&mut self) -> u64 {
        let [to, byte, bytes] = [0, 1, 2].map(|r| self.known(r));
        assert!(bytes.is_multiple_of(8), "words are filled");
        let word = Value::constant((byte & 0xff) * (u64::MAX / 0xff));
        self.leave(to, std::vec![word; bytes as usize / 8])
    }

    fn leave(&mut self, to: u64, words: Vec<Value>) -> u64 {
        for (i, word) in words.into_iter().enumerate() {
            self.store(to + 8 * i as u64, word, 8);
        }
        for scratch in 1..19 {
            self.registers[scratch] = None;
        }
        for scratch in (0..8).chain(16..32) {
            self.vectors[scratch] = None;
        }
        (self.carry, self.overflow, self.zero, self.sign) = (None, None, None, None);
        self.known(LINK as u32)
    }

    /// A register, or the zero.
    fn read(&self, n: u32, bytes: u64) -> Value {
        if n == ZERO { Value::constant(0) } else { self.read_any(n, bytes) }
    }

    /// A register, or the stack pointer.
    fn read_any(&self, n: u32, bytes: u64) -> Value {
        let value = self.registers[n as usize].as_ref();
        let value = value.unwrap_or_else(|| panic!("x{n} is not defined"));
        if bytes == 8 || value.high < power(8 * bytes) {
            return value.clone();
        }
        Value::constant(truncated(value.known().expect("a part of a known word"), bytes))
    }

    fn write(&mut self, n: u32, value: Value) {
        if n != ZERO {
            self.registers[n as usize] = Some(value);
        }
    }

    /// To a register, or the stack pointer.
    fn write_any(&mut self, n: u32, value: Value) {
        self.registers[n as usize] = Some(value);
    }

    fn known(&self, n: u32) -> u64 {
        let known = self.registers[n as usize].as_ref().and_then(Value::known);
        known.unwrap_or_else(|| panic!("an address depends on an operand: x{n}"))
    }

    fn holds(&mut self, condition: u32) -> bool {
        let holds = match condition >> 1 {
            0 => self.is_zero(),
            1 => self.decided(|m| &mut m.carry),
            2 => self.is_negative(),
            3 => self.decided(|m| &mut m.overflow),
            4 => self.decided(|m| &mut m.carry) && !self.is_zero(),
            5 => self.is_negative() == self.decided(|m| &mut m.overflow),
            6 => !self.is_zero() && self.is_negative() == self.decided(|m| &mut m.overflow),
            _ => return true,
        };
        holds != (condition & 1 == 1)
    }

    /// `a + b`, `a - b`, or with `carried` `a + b + carry`, `a - b - 1 + carry`.
    fn add(&mut self, i: Code, a: &Value, b: &Value, carried: bool) -> Value {
        let (minus, flags) = (i.bit(30), i.bit(29));
        let before = [&self.carry, &self.overflow, &self.zero, &self.sign].map(Clone::clone);
        let carry = carried.then(|| self.carry.clone().expect("a carry that was set"));
        let carry = carry.map(|c| if minus { Value::constant(1).sub(&c) } else { c });
        let sum = self.sum(a, b, carry, minus, i.bytes());
        if flags {
            let carry = self.carry.take().expect("it is set");
            self.carry = Some(if minus { Value::constant(1).sub(&carry) } else { carry });
        } else {
            [self.carry, self.overflow, self.zero, self.sign] = before;
        }
        sum
    }

    /// `and`, `orr`, `eor` or `ands`, by bits 29 and 30.
    fn logic(&mut self, i: Code, a: &Value, b: &Value) -> Value {
        let operation = i.field(29, 2);
        let value = match (operation, a.known(), b.known()) {
            (1, Some(a), Some(b)) => Value::constant(a | b),
            (2, Some(a), Some(b)) => Value::constant(a ^ b),
            (0 | 3, Some(mask), _) => self.masked(b, mask),
            (0 | 3, _, Some(mask)) => self.masked(a, mask),
            (0 | 1 | 3, ..) if a.exact == b.exact => a.clone(),
            (1 | 2, Some(0), _) => b.clone(),
            (1 | 2, _, Some(0)) => a.clone(),
            (2, Some(u64::MAX), _) => Value::constant(u64::MAX).sub(b),
            (2, _, Some(u64::MAX)) => Value::constant(u64::MAX).sub(a),
            _ => panic!("no rule for this logic of operands"),
        };
        if operation == 3 {
            (self.carry, self.overflow) = (Some(Value::constant(0)), Some(Value::constant(0)));
            self.result_flags(&value, i.bytes());
        }
        value
    }

    fn masked(&mut self, a: &Value, mask: u64) -> Value {
        if let Some(a) = a.known() {
            return Value::constant(a & mask);
        }
        match mask {
            0 => Value::constant(0),
            u64::MAX => a.clone(),
            _ => {
                assert!(mask & (mask + 1) == 0, "no rule for this mask");
                self.values.split(a, u64::from(mask.trailing_ones())).0
            }
        }
    }

    /// A register that is shifted.
    fn shifted(&mut self, i: Code) -> Value {
        let (bytes, n) = (i.bytes(), u64::from(i.field(10, 6)));
        let value = self.read(i.field(16, 5), bytes);
        let direction = match i.field(22, 2) {
            0 => Shift::Left,
            1 => Shift::Right,
            2 => Shift::Arithmetic,
            _ => panic!("no rule for a rotation"),
        };
        self.shift(direction, &value, n, bytes)
    }

    /// A part of a register, to another place in a register (`ubfm`, `sbfm`: shifts).
    fn moved(&mut self, i: Code) -> Value {
        let (bits, bytes) = (8 * i.bytes(), i.bytes());
        let (from, last) = (u64::from(i.field(16, 6)), u64::from(i.field(10, 6)));
        let a = self.read(i.field(5, 5), bytes);
        match (i.field(29, 2), last) {
            (0, _) if last == bits - 1 => self.shift(Shift::Arithmetic, &a, from, bytes),
            (0, 31) if from == 0 && a.known().is_some() => {
                let a = a.known().expect("it is") as u32;
                Value::constant(truncated(i64::from(a.cast_signed()).cast_unsigned(), bytes))
            }
            (2, _) if last == bits - 1 => self.shift(Shift::Right, &a, from, bytes),
            (2, _) if last >= from => {
                let above = self.shift(Shift::Right, &a, from, bytes);
                self.masked(&above, (2 << (last - from)) - 1)
            }
            (2, _) if last + 1 == from => self.shift(Shift::Left, &a, bits - from, bytes),
            (2, _) => {
                let low = self.masked(&a, (2 << last) - 1);
                self.shift(Shift::Left, &low, bits - from, bytes)
            }
            _ => panic!("no rule for this move of bits"),
        }
    }

    /// The constant of a logical instruction: ones, turned, repeated.
    fn pattern(i: Code) -> u64 {
        let (size, turn) = (i.field(22, 1) << 6 | !i.field(10, 6) & 63, i.field(16, 6));
        let bits = 1 << size.ilog2();
        let ones = (i.field(10, 6) & (bits - 1)) + 1;
        let one = (0..ones).fold(0_u64, |word, n| word | 1 << ((n + bits - turn % bits) % bits));
        let whole = (0..64 / bits).fold(0, |word, n| word | one << (n * bits));
        truncated(whole, i.bytes())
    }

    /// The product of words: low and high word.
    fn product(&mut self, a: Value, b: Value) -> (Value, Value) {
        let same = |[x, y]: &[Value; 2]| x.exact == a.exact && y.exact == b.exact;
        if let Some((_, product)) = self.products.iter().rev().find(|(factors, _)| same(factors)) {
            return product.clone();
        }
        let product = self.values.mul(&a, &b);
        let product = self.values.cut(product);
        self.products.push(([a, b], product.clone()));
        product
    }

    /// Loads or stores `registers`, `bytes` each.
    fn transfer(&mut self, i: Code, at: u64, bytes: u64, registers: &[u32], loads: bool) {
        for (k, n) in registers.iter().enumerate() {
            let at = at + bytes * k as u64;
            if loads && at < STACK && is_ours(at) && !self.memory.contains_key(&at) {
                // It may hold anything: compilers load such words, and do not use them.
                let any = self.values.word(power(64) - 1, 0);
                self.store(at, any, 8);
            }
            let vector = &self.vectors[*n as usize];
            match (i.bit(26), loads) {
                (false, false) => self.store(at, self.read(*n, bytes), bytes),
                (false, true) => {
                    let value = self.load(at, bytes);
                    self.write(*n, value);
                }
                (true, false) => {
                    let [low, high] = vector.clone().expect("a vector that was written");
                    assert!(bytes >= 8, "a part of a word");
                    self.store(at, low, 8);
                    if bytes == 16 {
                        self.store(at + 8, high, 8);
                    }
                }
                (true, true) => {
                    assert!(bytes >= 8, "a part of a word");
                    let zero = Value::constant(0);
                    let high = if bytes == 16 { self.load(at + 8, 8) } else { zero };
                    self.vectors[*n as usize] = Some([self.load(at, 8), high]);
                }
            }
        }
    }

    /// The address of a load or store; `mode` is 1 or 3 where the base moves, after it or before.
    fn address(&mut self, i: Code, mode: u32, offset: u64) -> u64 {
        let base = self.known(i.field(5, 5));
        let moved = base.wrapping_add(offset);
        if mode & 1 == 1 {
            self.write_any(i.field(5, 5), Value::constant(moved));
        }
        if mode == 1 { base } else { moved }
    }

    /// Loads and stores; whether it is one.
    fn memory(&mut self, at: u64, i: Code) -> bool {
        let size = i.field(30, 2);
        let (registers, vector) = ([i.field(0, 5), i.field(10, 5)], i.bit(26));
        if i.is(0x3a00_0000, 0x2800_0000) {
            let bytes = if vector { 4 << size } else { 4 << (size >> 1) };
            assert!(i.field(23, 2) > 0 && (vector || size & 1 == 0), "no rule for this pair");
            let at = self.address(i, i.field(23, 2), i.offset(15, 7).wrapping_mul(bytes));
            self.transfer(i, at, bytes, &registers, i.bit(22));
            return true;
        }
        if i.is(0x3b00_0000, 0x1800_0000) {
            let at = at.wrapping_add(i.offset(5, 19) << 2);
            self.transfer(i, at, 4 << size, &registers[..1], true);
            return true;
        }
        if !i.is(0x3a00_0000, 0x3800_0000) {
            return false;
        }
        let bytes = if vector && i.bit(23) { 16 } else { 1 << size };
        assert!(vector || !i.bit(23), "no rule for a load with a sign");
        let at = if i.bit(24) {
            self.address(i, 2, u64::from(i.field(10, 12)) * bytes)
        } else if !i.bit(21) {
            let mode = i.field(10, 2);
            assert!(mode != 2, "no rule for this load");
            self.address(i, mode, i.offset(12, 9))
        } else {
            // Bit 13: of 64 bits; the sign of others is not known to be positive.
            assert!(i.field(10, 2) == 2 && i.bit(13), "no rule for this address");
            let shift = if i.bit(12) { bytes.trailing_zeros() } else { 0 };
            let offset = self.read(i.field(16, 5), 8).known().expect("a known offset") << shift;
            self.address(i, 2, offset)
        };
        self.transfer(i, at, bytes, &registers[..1], i.bit(22));
        true
    }

    /// Jumps; where to.
    fn jump(&mut self, at: u64, i: Code) -> Option<u64> {
        let next = at + 4;
        let to = |offset: u64| at.wrapping_add(offset << 2);
        if i.is(0x7c00_0000, 0x1400_0000) {
            if i.bit(31) {
                self.registers[LINK] = Some(Value::constant(next));
            }
            return Some(to(i.offset(0, 26)));
        }
        if i.is(0xff9f_fc1f, 0xd61f_0000) {
            let target = self.known(i.field(5, 5));
            if i.field(21, 2) == 1 {
                self.registers[LINK] = Some(Value::constant(next));
            }
            return Some(target);
        }
        let jumps = if i.is(0xff00_0010, 0x5400_0000) {
            self.holds(i.field(0, 4))
        } else if i.is(0x7e00_0000, 0x3400_0000) {
            let value = self.read(i.field(0, 5), i.bytes());
            self.values.is_zero(&value) != i.bit(24)
        } else if i.is(0x7e00_0000, 0x3600_0000) {
            let bit = i.field(31, 1) << 5 | i.field(19, 5);
            let value = self.read(i.field(0, 5), 8);
            let above = self.shift(Shift::Right, &value, u64::from(bit), 8);
            let value = self.masked(&above, 1);
            let target = to(i.offset(5, 14));
            return Some(if self.values.is_zero(&value) == i.bit(24) { next } else { target });
        } else {
            return None;
        };
        Some(if jumps { to(i.offset(5, 19)) } else { next })
    }

    /// Executes an instruction; the address of the next.
    #[expect(clippy::too_many_lines, reason = "one rule after another")]
    fn step(&mut self, at: u64, i: Code) -> u64 {
        if let Some(to) = self.jump(at, i) {
            return to;
        }
        if self.memory(at, i) {
            return at + 4;
        }
        let bytes = i.bytes();
        let [d, n, m, above] = [0, 5, 16, 10].map(|lowest| i.field(lowest, 5));
        if i.is(0x1f00_0000, 0x1000_0000) {
            // adr, adrp
            let offset = i.offset(5, 19) << 2 | u64::from(i.field(29, 2));
            let address = if i.bit(31) {
                (at & !0xfff).wrapping_add(offset << 12)
            } else {
                at.wrapping_add(offset)
            };
            self.write(d, Value::constant(address));
        } else if i.is(0x1f80_0000, 0x1100_0000) {
            // add, sub of a constant
            let constant = u64::from(i.field(10, 12)) << (12 * i.field(22, 1));
            let a = self.read_any(n, bytes);
            let value = self.add(i, &a, &Value::constant(constant), false);
            if i.bit(29) { self.write(d, value) } else { self.write_any(d, value) }
        } else if i.is(0x1f80_0000, 0x1200_0000) {
            // and, orr, eor, ands with a constant
            let a = self.read(n, bytes);
            let value = self.logic(i, &a, &Value::constant(Self::pattern(i)));
            if i.field(29, 2) == 3 { self.write(d, value) } else { self.write_any(d, value) }
        } else if i.is(0x1f80_0000, 0x1280_0000) {
            // movn, movz, movk
            let shift = 16 * i.field(21, 2);
            let constant = u64::from(i.field(5, 16)) << shift;
            let value = match i.field(29, 2) {
                0 => !constant,
                2 => constant,
                _ => self.known(d) & !(0xffff << shift) | constant,
            };
            self.write(d, Value::constant(truncated(value, bytes)));
        } else if i.is(0x1f80_0000, 0x1300_0000) {
            let value = self.moved(i);
            self.write(d, value);
        } else if i.is(0xffe0_0000, 0x93c0_0000) {
            // extr
            let shift = u64::from(i.field(10, 6));
            let (a, b) = (self.read(n, 8), self.read(m, 8));
            let low = self.shift(Shift::Right, &b, shift, 8);
            let high = self.shift(Shift::Left, &a, 64 - shift, 8);
            self.write(d, high.add(&low));
        } else if i.is(0x1f00_0000, 0x0a00_0000) {
            let (a, mut b) = (self.read(n, bytes), self.shifted(i));
            if i.bit(21) {
                b = Value::constant(truncated(u64::MAX, bytes)).sub(&b);
            }
            let value = self.logic(i, &a, &b);
            self.write(d, value);
        } else if i.is(0x1f20_0000, 0x0b00_0000) {
            let (a, b) = (self.read(n, bytes), self.shifted(i));
            let value = self.add(i, &a, &b, false);
            self.write(d, value);
        } else if i.is(0x1fe0_0000, 0x0b20_0000) {
            // add, sub of a register that is extended
            let b = match i.field(13, 3) {
                2 => self.read(m, 4),
                3 | 7 => self.read(m, 8),
                _ => panic!("no rule for this extension"),
            };
            let b = self.shift(Shift::Left, &b, u64::from(i.field(10, 3)), 8);
            let a = self.read_any(n, bytes);
            let value = self.add(i, &a, &b, false);
            if i.bit(29) { self.write(d, value) } else { self.write_any(d, value) }
        } else if i.is(0x1fe0_fc00, 0x1a00_0000) {
            // adc, sbc
            let (a, b) = (self.read(n, bytes), self.read(m, bytes));
            let value = self.add(i, &a, &b, true);
            self.write(d, value);
        } else if i.is(0x3fe0_0410, 0x3a40_0000) {
            // ccmp, ccmn
            if self.holds(i.field(12, 4)) {
                let b = if i.bit(11) { Value::constant(m) } else { self.read(m, bytes) };
                let a = self.read(n, bytes);
                self.add(i, &a, &b, false);
            } else {
                let flag = |k| Some(Value::constant(i.field(k, 1)));
                (self.overflow, self.carry) = (flag(0), flag(1));
                self.zero = Some(Value::constant(1 - i.field(2, 1)));
                self.sign = flag(3).map(|bit| bit.scale(&power(63)));
            }
        } else if i.is(0x3fe0_0000, 0x1a80_0000) {
            let value = self.selected(i);
            self.write(d, value);
        } else if i.is(0x7fe0_f000, 0x1ac0_2000) {
            // lsl, lsr, asr by a register
            let shift = self.read(m, bytes).known().expect("a known shift") % (8 * bytes);
            let direction = [Shift::Left, Shift::Right, Shift::Arithmetic];
            let a = self.read(n, bytes);
            let value = self.shift(direction[i.field(10, 2) as usize], &a, shift, bytes);
            self.write(d, value);
        } else if i.is(0x7fe0_fc00, 0x1ac0_0800) {
            // udiv
            let by = self.read(m, bytes).known().expect("lengths are known");
            let a = self.read(n, bytes).known().expect("lengths are known");
            self.write(d, Value::constant(a / by));
        } else if i.is(0xffe0_fc00, 0x9bc0_7c00) {
            // umulh
            let (a, b) = (self.read(n, 8), self.read(m, 8));
            let (_, high) = self.product(a, b);
            self.write(d, high);
        } else if i.is(0xffe0_0000, 0x9b00_0000) {
            // madd, msub
            let (a, b, c) = (self.read(n, 8), self.read(m, 8), self.read(above, 8));
            let (low, _) = self.product(a, b);
            let total = if i.bit(15) { c.sub(&low) } else { c.add(&low) };
            let value = if above == ZERO && !i.bit(15) { low } else { self.values.cut(total).0 };
            self.write(d, value);
        } else if i.is(0xbfff_ffe0, 0x2f00_e400) {
            // movi of zeros
            self.vectors[d as usize] = Some([Value::constant(0), Value::constant(0)]);
        } else {
            // Hints do nothing: nop, bti.
            assert!(i.is(0xffff_f01f, 0xd503_201f), "no rule for {:#010x} at {at:#x}", i.0);
        }
        at + 4
    }

    /// `csel`, `csinc`, `csinv`, `csneg`.
    fn selected(&mut self, i: Code) -> Value {
        let (bytes, condition) = (i.bytes(), i.field(12, 4));
        let (increments, inverts) = (i.bit(10), i.bit(30));
        if increments && !inverts && condition >> 1 == 1 {
            // A flag is added, or ors another flag; that is no case of its own.
            let carry = self.carry.clone().expect("a carry that was set");
            let flag = if condition & 1 == 1 { carry } else { Value::constant(1).sub(&carry) };
            let value = self.read(i.field(5, 5), bytes);
            let sum = value.add(&flag);
            if i.field(5, 5) == i.field(16, 5) {
                return self.values.cut(sum).0;
            }
            if i.field(16, 5) == ZERO && self.values.range(&sum.exact).1 <= BigInt::from(1) {
                return Value { high: BigInt::from(1), ..sum };
            }
        }
        if self.holds(condition) {
            return self.read(i.field(5, 5), bytes);
        }
        let other = self.read(i.field(16, 5), bytes);
        let most = Value::constant(truncated(u64::MAX, bytes));
        let one = Value::constant(u8::from(increments));
        let value = match (inverts, increments) {
            (false, false) => return other,
            (false, true) => other.add(&one),
            (true, false) => return most.sub(&other),
            (true, true) => most.sub(&other).add(&one),
        };
        if value.low >= BigInt::ZERO && value.high < power(8 * bytes) {
            return value;
        }
        assert_eq!(bytes, 8, "a part of a word");
        self.values.cut(value).0
    }
}
