//! The instructions of 32-bit Arm in its kernels, which are functions of assembly alone: registers,
//! flags and memory that hold values, and machine code that is decoded where it lies. The rules are
//! for A32; `thumb.rs` reads T32.

use super::formula::{Element, Routine};
use super::neon::Double;
use super::program::Program;
use super::thumb;
use super::values::{Value, Values, power};
use core::cell::Cell;
use num_bigint::BigInt;
use std::collections::BTreeMap;
use std::vec::Vec;

/// Where a function returns to, the stack and the operands: addresses that no process has.
const CALLER: u64 = 0xe000_0000;
const STACK: u64 = 0xe100_0000;
pub(super) const OPERANDS: u64 = 0xe200_0000;
const ONES: u64 = 0xffff_ffff;
const STACK_POINTER: usize = 13;
pub(super) const LINK: usize = 14;
const COUNTER: usize = 15;

/// A processor.
pub(super) struct Machine<'a> {
    pub(super) values: Values,
    program: &'a Program,
    /// The last is not used: where the program is. A count of carries and borrows may be negative;
    /// it is the word to which it is equal modulo 2^32.
    registers: [Option<Value>; 16],
    memory: BTreeMap<u64, Value>,
    pub(super) vectors: [Option<Double>; 32],
    /// Columns of vectors on the stack.
    pub(super) columns: BTreeMap<u64, Value>,
    /// Words of vectors are signed digits, and results may be columns.
    pub(super) signed_digits: bool,
    carry: Option<Value>,
    /// The value that decides whether the last result was 0.
    zero: Option<Value>,
    /// Whether all bytes were at least as great in the last difference of bytes.
    at_least: Option<bool>,
    instructions: usize,
    /// Whether an operand was written, whether one was read then, and whether none was in a call.
    written: bool,
    read_late: Cell<bool>,
    in_place: bool,
    /// What is not executed, and the prime; the elements of such a run.
    pub(super) routines: Option<(&'a BigInt, &'a [Routine])>,
    pub(super) elements: Vec<Element>,
}

/// An instruction of A32.
#[derive(Clone, Copy)]
pub(super) struct Code(pub(super) u32);

/// An instruction where it lies; the lowest bit of an address says that T32 is there.
struct Placed {
    code: Code,
    next: u64,
    /// Where it jumps to, if it is a jump.
    target: u64,
}

impl Code {
    pub(super) fn is(self, mask: u32, bits: u32) -> bool {
        self.0 & mask == bits
    }

    pub(super) fn field(self, lowest: u32, bits: u32) -> usize {
        (self.0 >> lowest & ((1 << bits) - 1)) as usize
    }

    pub(super) fn bit(self, n: u32) -> bool {
        self.field(n, 1) == 1
    }
}

impl<'a> Machine<'a> {
    pub(super) fn new(program: &'a Program, mut values: Values) -> Self {
        // What belongs to the caller may be saved.
        let registers = [(); 16].map(|()| Some(values.word(power(32) - 1, 0)));
        let vectors = [(); 32].map(|()| Some(Double::column(values.word(power(63) - 1, 0_u8))));
        Self {
            values,
            program,
            registers,
            memory: BTreeMap::new(),
            vectors,
            columns: BTreeMap::new(),
            signed_digits: false,
            carry: None,
            zero: None,
            at_least: None,
            instructions: 0,
            written: false,
            read_late: Cell::new(false),
            in_place: false,
            routines: None,
            elements: Vec::new(),
        }
    }

    /// Executes the function at `at` with these arguments.
    pub(super) fn call(&mut self, mut at: u64, arguments: &[Value]) {
        assert!(arguments.len() <= 4, "the others are on the stack");
        for (register, argument) in self.registers.iter_mut().zip(arguments) {
            *register = Some(argument.clone());
        }
        self.registers[LINK] = Some(Value::constant(CALLER));
        self.registers[STACK_POINTER] = Some(Value::constant(STACK));
        let before = self.kept();
        (self.written, self.read_late) = (false, Cell::new(false));
        while at != CALLER && !self.values.impossible {
            if let Some(back) = self.routine(at) {
                at = back;
                continue;
            }
            let placed = self.decode(at);
            at = self.step(at, &placed);
            self.instructions += 1;
            assert!(self.instructions < 1 << 20, "no end");
        }
        self.in_place = !self.read_late.get();
        let same =
            before.iter().zip(self.kept()).all(|(before, after)| before.exact == after.exact);
        assert!(same || self.values.impossible, "a register of the caller's is changed");
    }

    fn decode(&self, at: u64) -> Placed {
        if at & 1 == 0 {
            let code = u32::from_le_bytes(self.program.read(at));
            let offset = i64::from((code << 8).cast_signed() >> 6) + 8;
            return Placed {
                code: Code(code),
                next: at + 4,
                target: at.wrapping_add_signed(offset),
            };
        }
        let [a, b, c, d] = self.program.read(at - 1);
        let [first, second] = [[a, b], [c, d]].map(u16::from_le_bytes);
        let (code, bytes, jump) = thumb::decode(first, second);
        Placed {
            code: Code(code),
            next: at + bytes,
            target: at.wrapping_add_signed(jump.unwrap_or(0)),
        }
    }

    /// What a function leaves as it was.
    fn kept(&self) -> Vec<Value> {
        let kept = (4..12).chain([STACK_POINTER]);
        kept.map(|r| self.read(r)).collect()
    }

    /// Whether this processor has what the kernels need.
    pub(super) fn runs_kernel(&self) -> bool {
        crate::cpu::Features::detect().allows(crate::cpu::Features::UMAAL)
    }

    pub(super) fn result(&self) -> Value {
        self.read(0)
    }

    pub(super) fn written_operands(&self) -> impl Iterator<Item = u64> {
        self.memory.keys().copied().filter(|at| *at >= OPERANDS)
    }

    pub(super) fn store(&mut self, at: u64, value: Value, _bytes: u64) {
        let ours = (STACK - 0x1_0000..STACK).contains(&at) || at >= OPERANDS;
        assert!(ours && at.is_multiple_of(4), "a store to {at:#x}");
        self.written |= at >= OPERANDS;
        let value = if self.signed_digits { value } else { self.unsigned(value) };
        self.columns.remove(&(at & !7));
        self.memory.insert(at, value);
    }

    pub(super) fn load(&self, at: u64, _bytes: u64) -> Value {
        if at < CALLER {
            return Value::constant(u32::from_le_bytes(self.program.read(at)));
        }
        self.read_late.set(self.read_late.get() || self.written && at >= OPERANDS);
        self.memory.get(&at).unwrap_or_else(|| panic!("{at:#x} was not written")).clone()
    }

    /// Whether the last call would have left the same result in the place of an operand, and left
    /// the flags of bytes.
    pub(super) fn may_be_routine(&self) -> bool {
        self.in_place && self.at_least.is_none()
    }

    /// What a routine may use is undefined after it: registers, flags, the stack below.
    pub(super) fn forget(&mut self) {
        let stack = self.known(STACK_POINTER);
        self.memory.retain(|at, _| *at >= stack);
        self.registers[..STACK_POINTER].fill(None);
        self.registers[LINK] = None;
        (self.carry, self.zero) = (None, None);
    }

    pub(super) fn read(&self, n: usize) -> Value {
        assert!(n != COUNTER, "no rule for the counter");
        self.registers[n].as_ref().unwrap_or_else(|| panic!("r{n} is not defined")).clone()
    }

    pub(super) fn write(&mut self, n: usize, value: Value) {
        assert!(n != COUNTER, "no rule for a jump by this instruction");
        self.registers[n] = Some(value);
    }

    pub(super) fn known(&self, n: usize) -> u64 {
        let known = self.read(n).known();
        known.unwrap_or_else(|| panic!("an address depends on an operand: r{n}"))
    }

    fn holds(&mut self, condition: usize) -> bool {
        let holds = match condition >> 1 {
            0 => {
                let value = self.zero.clone().expect("a flag that was set");
                self.values.is_zero(&value)
            }
            1 => {
                let carry = self.carry.clone().expect("a flag that was set");
                let carry = self.values.decide(&carry);
                self.carry = Some(carry.clone());
                carry.known() == Some(1)
            }
            7 => return true,
            _ => panic!("no rule for the condition {condition}"),
        };
        holds != (condition & 1 == 1)
    }

    /// The word of a value that may be negative.
    fn unsigned(&mut self, x: Value) -> Value {
        if x.low < BigInt::ZERO { self.values.split(&x, 32).0 } else { x }
    }

    /// A constant, or a register, perhaps shifted by a constant.
    fn operand(&mut self, i: Code) -> Value {
        if i.bit(25) {
            let constant = (i.field(0, 8) as u32).rotate_right(2 * i.field(8, 4) as u32);
            return Value::constant(constant);
        }
        let (value, shift) = (self.read(i.field(0, 4)), i.field(7, 5) as u64);
        match (i.field(4, 3), shift) {
            (0, 0) => value,
            // asr of all bits but the sign
            (4, 31) => {
                assert!(-power(31) <= value.low && value.high < power(31), "no rule for this sign");
                self.values.split(&value, 32).1
            }
            // lsl, lsr
            (0, _) => {
                let value = self.unsigned(value);
                let (low, _) = self.values.split(&value, 32 - shift);
                // Modulo 2^32 the bits above do not count.
                Value { residue: value.residue.scale(1 << shift), ..low.scale(&power(shift)) }
            }
            (2, 1..) => {
                let value = self.unsigned(value);
                self.values.split(&value, shift).1
            }
            _ => panic!("no rule for this shift"),
        }
    }

    /// A word and a mask.
    fn masked(&mut self, a: &Value, mask: u64) -> Value {
        match a.known() {
            Some(a) => Value::constant(a & mask),
            None if mask == 0 => Value::constant(0),
            None if mask == ONES => a.clone(),
            None => {
                assert!(mask & (mask + 1) == 0, "no rule for this mask");
                self.values.split(a, u64::from(mask.trailing_ones())).0
            }
        }
    }

    /// `and`, `orr`, `bic`, `mvn`.
    fn logic(&mut self, operation: usize, a: &Value, b: &Value) -> Value {
        match (operation, a.known(), b.known()) {
            (0, Some(mask), _) => self.masked(b, mask),
            (0, _, Some(mask)) => self.masked(a, mask),
            (14, _, Some(mask)) => self.masked(a, ONES ^ mask),
            (15, _, _) => Value::constant(ONES).sub(b),
            (12, _, Some(bits)) => self.masked(a, ONES ^ bits).add(b),
            // The bits of `b` are zeros of `a`.
            (12, _, None) if a.residue.modulo(b.high.bits()).as_constant() == Some(0) => a.add(b),
            _ => panic!("no rule for this logic of operands"),
        }
    }

    /// Logic, sums, comparisons, moves.
    fn process(&mut self, i: Code) {
        let (mut b, d) = (self.operand(i), i.field(12, 4));
        let operation = i.field(21, 4);
        let shifted = i.field(4, 8) & if i.bit(25) { 0xf0 } else { 0xff } != 0;
        if operation == 13 {
            if i.bit(20) {
                self.zero = None;
                self.carry = self.carry.take().filter(|_| !shifted);
                if i.is(0x0200_0ff0, 0x00a0) {
                    // lsrs #1
                    let word = self.read(i.field(0, 4));
                    self.carry = Some(self.values.split(&word, 1).0);
                }
            }
            return self.write(d, b);
        }
        let mut a = if operation == 15 { Value::constant(0) } else { self.read(i.field(16, 4)) };
        let same = i.field(0, 4) == i.field(16, 4);
        let counts = matches!(operation, 5 | 6) && !i.bit(25) && !same && b.known() == Some(0);
        if !counts {
            (a, b) = (self.unsigned(a), self.unsigned(b));
        }
        let carry = || self.carry.clone().expect("a carry that was set");
        let borrow = || Value::constant(1).sub(&carry());
        let mut total = match operation {
            0 | 12 | 14 | 15 => {
                assert!(!i.bit(20), "no rule for these flags");
                let value = self.logic(operation, &a, &b);
                return self.write(d, value);
            }
            2 | 10 => a.sub(&b),
            3 => b.sub(&a),
            4 | 11 => a.add(&b),
            5 => a.add(&b).add(&carry()),
            6 => a.sub(&b).sub(&borrow()),
            _ => panic!("no rule for operation {operation}"),
        };
        if counts && total.low.clone().min(a.low.clone()) < BigInt::ZERO {
            assert!(total.low > -power(31) && total.high < power(31), "too many borrows");
            (self.carry, self.zero) = (None, None);
            return self.write(d, total);
        }
        if operation == 6 && a.known().is_none() && &total.high - &total.low < BigInt::from(4) {
            // Its cases are apart from the borrow's.
            let a = self.values.decide(&a);
            total = self.values.decide(&a.sub(&b).sub(&borrow()));
        }
        let (low, high) = self.values.cut(total);
        if i.bit(20) {
            let minus = matches!(operation, 2 | 3 | 6 | 10);
            // The carry is 1 less the borrow, which is above as -1.
            self.carry = Some(if minus { Value::constant(1).add(&high) } else { high });
            self.zero = Some(low.clone());
        }
        if !matches!(operation, 10 | 11) {
            self.write(d, low);
        }
    }

    /// `mul`, `umull`, `umlal`, `umaal`.
    fn multiply(&mut self, i: Code) {
        let [b, a, d_low, d_high] = [0, 8, 12, 16].map(|lowest| i.field(lowest, 4));
        let [a, b] = [a, b].map(|n| {
            let value = self.read(n);
            self.unsigned(value)
        });
        let product = self.values.mul(&a, &b);
        let [low, high] = [d_low, d_high].map(|n| {
            let value = self.registers[n].clone()?;
            Some(self.unsigned(value))
        });
        let word = |value: Option<Value>| value.expect("it is defined");
        assert!(!i.bit(20) || i.field(21, 3) == 0, "no rule for these flags");
        let total = match i.field(21, 3) {
            0 => {
                let (low, _) = self.values.cut(product);
                if i.bit(20) {
                    self.zero = Some(low.clone());
                }
                return self.write(d_high, low);
            }
            2 => product.add(&word(low)).add(&word(high)),
            4 => product,
            5 => product.add(&word(low)).add(&word(high).scale(&power(32))),
            _ => panic!("no rule for this product"),
        };
        let (low, high) = self.values.cut(total);
        // What is above is lost.
        let (high, _) = self.values.cut(high);
        self.write(d_low, low);
        self.write(d_high, high);
    }

    /// `ldrh`.
    fn load_half(&mut self, i: Code) {
        assert!(i.is(0x0160_00f0, 0x0140_00b0) && i.bit(20), "no rule for this load or store");
        let offset = (i.field(8, 4) << 4 | i.field(0, 4)) as u64;
        assert!(i.bit(23), "no rule for this load or store");
        let at = self.known(i.field(16, 4)) + offset;
        let word = self.load(at & !3, 4);
        let (low, high) = self.values.split(&word, 16);
        self.write(i.field(12, 4), if at & 2 == 0 { low } else { high });
    }

    /// `ldr`, `str`; where to go on.
    fn transfer(&mut self, i: Code, next: u64) -> u64 {
        assert!(!i.bit(25) && !i.bit(22), "no rule for this load or store");
        let (n, d, offset) = (i.field(16, 4), i.field(12, 4), i.field(0, 12) as u64);
        assert!(n != COUNTER || next & 1 == 0, "no rule for this load or store");
        let base = if n == COUNTER { next + 4 } else { self.known(n) };
        let moved = if i.bit(23) { base + offset } else { base - offset };
        let at = if i.bit(24) { moved } else { base };
        if !i.bit(24) || i.bit(21) {
            self.write(n, Value::constant(moved));
        }
        if !i.bit(20) {
            let value = self.read(d);
            self.store(at, value, 4);
        } else if d == COUNTER {
            return self.load(at, 4).known().expect("an address");
        } else {
            let value = self.load(at, 4);
            self.write(d, value);
        }
        next
    }

    /// `ldm`, `stm`, `push`, `pop`; where to go on.
    fn transfer_many(&mut self, i: Code, mut next: u64) -> u64 {
        let (n, list) = (i.field(16, 4), i.field(0, 16));
        let bytes = 4 * u64::from(list.count_ones());
        let base = self.known(n);
        let mut at = match (i.bit(24), i.bit(23)) {
            (false, true) => base,
            (true, false) => base - bytes,
            _ => panic!("no rule for this order"),
        };
        let moved = if i.bit(23) { base + bytes } else { base - bytes };
        for register in (0..16).filter(|register| list >> register & 1 == 1) {
            if !i.bit(20) {
                let value = self.read(register);
                self.store(at, value, 4);
            } else if register == COUNTER {
                next = self.load(at, 4).known().expect("an address");
            } else {
                let value = self.load(at, 4);
                self.write(register, value);
            }
            at += 4;
        }
        if i.bit(21) {
            self.write(n, Value::constant(moved));
        }
        next
    }

    /// Executes an instruction; the address of the next.
    fn step(&mut self, at: u64, placed: &Placed) -> u64 {
        let Placed { code: i, next, target } = *placed;
        if self.vector(i) {
            return next;
        }
        assert!(i.field(28, 4) != 15, "no rule for {:#010x} at {at:#x}", i.0);
        if !self.holds(i.field(28, 4)) {
            return next;
        }
        if i.is(0x0fff_fff0, 0x012f_ff10) {
            // bx
            return self.known(i.field(0, 4));
        }
        if i.is(0x0f00_00f0, 0x0000_0090) {
            self.multiply(i);
        } else if i.is(0x0e00_0090, 0x0000_0090) {
            self.load_half(i);
        } else if i.is(0x0fb0_0000, 0x0300_0000) {
            // movw, movt
            let (d, constant) = (i.field(12, 4), (i.field(16, 4) << 12 | i.field(0, 12)) as u64);
            let low = if i.bit(22) { self.known(d) & 0xffff } else { 0 };
            self.write(d, Value::constant(if i.bit(22) { constant << 16 | low } else { constant }));
        } else if i.is(0x0ff0_0ff0, 0x0650_0ff0) {
            // usub8
            let (a, b) = (self.known(i.field(16, 4)), self.known(i.field(0, 4)));
            assert!(a == 0 && (b == 0 || b == ONES), "no rule for these bytes");
            self.at_least = Some(b == 0);
            self.write(i.field(12, 4), Value::constant(b & 0x0101_0101));
        } else if i.is(0x0ff0_0ff0, 0x0680_0fb0) {
            // sel
            let at_least = self.at_least.expect("a flag that was set");
            let value = self.read(i.field(if at_least { 16 } else { 0 }, 4));
            self.write(i.field(12, 4), value);
        } else if i.is(0x0c00_0000, 0) {
            self.process(i);
        } else if i.is(0x0c00_0000, 0x0400_0000) {
            return self.transfer(i, next);
        } else if i.is(0x0e40_0000, 0x0800_0000) {
            return self.transfer_many(i, next);
        } else if i.is(0x0e00_0000, 0x0a00_0000) {
            // b, bl
            if i.bit(24) {
                self.write(LINK, Value::constant(next));
            }
            return target;
        } else {
            panic!("no rule for {:#010x} at {at:#x}", i.0);
        }
        next
    }
}
