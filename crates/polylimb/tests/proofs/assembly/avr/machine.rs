//! The instructions of the AVR that the kernels use, over bytes of any kind.

use super::program::Program;
use core::ops::Range;
use std::collections::BTreeMap;
use std::vec::Vec;

/// Operands lie at the top of the RAM, the stack beneath them, as in the runner.
pub(super) const OPERANDS: [u16; 3] = [0x0f80, 0x1000, 0x1080];
const STACK: u16 = OPERANDS[0];
const STACK_BYTES: u16 = 0x100;
/// The registers that a kernel keeps, besides r2 to r17 if it has few to save.
pub(super) const KEPT: [usize; 19] =
    [1, 28, 29, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17];
/// Where kernels return to, the last word of the flash.
const CALLER: u16 = 0xffff;
pub(super) const X: usize = 26;
pub(super) const Y: usize = 28;
pub(super) const Z: usize = 30;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Logic {
    And,
    Or,
    Xor,
}

/// What a byte of a proof is. Flags are bytes, 0 or 1. Rules are needed only where an operand is
/// not known.
pub(super) trait Bytes {
    type Byte: Clone;

    fn constant(&self, c: u8) -> Self::Byte;
    fn known(&self, x: &Self::Byte) -> Option<u8>;
    /// `a + b + carry` or `a - b - carry`, and the carry or borrow if there is a rule for it.
    fn sum(
        &mut self,
        a: &Self::Byte,
        b: &Self::Byte,
        carry: &Self::Byte,
        minus: bool,
    ) -> (Self::Byte, Option<Self::Byte>);
    /// Low and high byte.
    fn product(&mut self, a: &Self::Byte, b: &Self::Byte) -> [Self::Byte; 2];
    fn logic(&mut self, operation: Logic, a: &Self::Byte, b: &Self::Byte) -> Self::Byte;
    /// `2 a + carry`, and the bit that leaves.
    fn double(&mut self, a: &Self::Byte, carry: &Self::Byte) -> (Self::Byte, Self::Byte);
    /// `a / 2 + 128 carry`, and the bit that leaves.
    fn halve(&mut self, a: &Self::Byte, carry: &Self::Byte) -> (Self::Byte, Self::Byte);
    fn exchange_halves(&mut self, a: &Self::Byte) -> Self::Byte;
    /// `-carry` modulo 256.
    fn mask(&mut self, carry: &Self::Byte) -> Self::Byte;
    /// The byte at an address that is not known.
    fn look_up(
        &mut self,
        address: [&Self::Byte; 2],
        byte_at: &dyn Fn(u16) -> Self::Byte,
    ) -> Self::Byte;
    /// Whether this case of a proof cannot happen.
    fn is_impossible(&self) -> bool {
        false
    }
}

/// The registers of a kernel's arguments.
pub(super) const fn pointers([r, a, b]: [u16; 3]) -> [(usize, u16); 3] {
    [(24, r), (22, a), (20, b)]
}

/// What a register or a place on the stack holds.
#[derive(Clone, PartialEq)]
enum Cell<Byte> {
    Byte(Byte),
    /// What the caller of the kernel had in this register.
    Callers(usize),
    Undefined,
}

/// What is executed in place of a function whose theorem is proved.
pub(super) type Contract<B> = fn(&mut Machine<B>);

/// A processor.
pub(super) struct Machine<'a, B: Bytes> {
    pub(super) bytes: B,
    program: &'a Program,
    registers: [Cell<B::Byte>; 32],
    memory: BTreeMap<u16, Cell<B::Byte>>,
    /// Where kernels may write, the stack apart.
    pub(super) writable: Vec<Range<u16>>,
    pub(super) contracts: Vec<(u32, Contract<B>)>,
    carry: Option<B::Byte>,
    zero: Option<bool>,
    sp: u16,
}

impl<'a, B: Bytes> Machine<'a, B> {
    pub(super) fn new(program: &'a Program, bytes: B) -> Self {
        Self {
            bytes,
            program,
            registers: [const { Cell::Undefined }; 32],
            memory: BTreeMap::new(),
            writable: Vec::new(),
            contracts: Vec::new(),
            carry: None,
            zero: None,
            sp: STACK - 1,
        }
    }

    /// Calls the kernel at this address with these pointers in pairs of registers, each named by
    /// the lower one, and 0 in r1.
    ///
    /// # Panics
    /// If it reads what was not written, writes where it may not, or changes a register of `kept`.
    pub(super) fn call(&mut self, kernel: u32, pointers: &[(usize, u16)], kept: &[usize]) {
        self.registers = core::array::from_fn(Cell::Callers);
        self.write(1, self.bytes.constant(0));
        for (low, pointer) in pointers {
            self.set_pair(*low, *pointer);
        }
        let before = self.registers.clone();
        self.sp = STACK - 1;
        self.push_address(CALLER);
        let (mut pc, mut instructions) = ((kernel / 2) as u16, 0);
        while pc != CALLER && !self.bytes.is_impossible() {
            let contract = self.contracts.iter().find(|(at, _)| *at == u32::from(pc) * 2);
            if let Some((_, contract)) = contract {
                contract(self);
                pc = self.pop_address();
                continue;
            }
            pc = self.step(pc);
            instructions += 1;
            assert!(instructions < 1 << 16, "no end");
        }
        if !self.bytes.is_impossible() {
            assert_eq!(self.sp, STACK - 1, "the stack pointer");
            for r in kept {
                let same = match (&before[*r], &self.registers[*r]) {
                    (Cell::Callers(a), Cell::Callers(b)) => a == b,
                    (Cell::Byte(a), Cell::Byte(b)) => self.bytes.known(a) == self.bytes.known(b),
                    _ => false,
                };
                assert!(same, "r{r} is changed");
            }
        }
    }

    /// Forgets what is in these registers, and the flags.
    pub(super) fn forget(&mut self, registers: Range<usize>) {
        self.registers[registers].fill(Cell::Undefined);
        (self.carry, self.zero) = (None, None);
    }

    pub(super) fn pair(&self, low: usize) -> u16 {
        u16::from(self.known(low)) | u16::from(self.known(low + 1)) << 8
    }

    pub(super) fn set_pair(&mut self, low: usize, value: u16) {
        let [a, b] = value.to_le_bytes();
        self.write(low, self.bytes.constant(a));
        self.write(low + 1, self.bytes.constant(b));
    }

    fn known(&self, register: usize) -> u8 {
        let known = self.bytes.known(&self.read(register));
        known.unwrap_or_else(|| panic!("r{register} depends on an operand"))
    }

    fn read(&self, register: usize) -> B::Byte {
        let Cell::Byte(value) = &self.registers[register] else {
            panic!("r{register} is not defined")
        };
        value.clone()
    }

    fn write(&mut self, register: usize, value: B::Byte) {
        self.registers[register] = Cell::Byte(value);
    }

    /// The byte in memory.
    pub(super) fn load(&self, at: u16) -> B::Byte {
        byte_of(&self.memory, at)
    }

    pub(super) fn bytes_at(&self, at: u16, bytes: u16) -> Vec<B::Byte> {
        (at..at + bytes).map(|at| self.load(at)).collect()
    }

    /// Writes, unlike kernels, anywhere.
    pub(super) fn store(&mut self, at: u16, value: B::Byte) {
        self.memory.insert(at, Cell::Byte(value));
    }

    pub(super) fn store_checked(&mut self, at: u16, value: B::Byte) {
        assert!(self.writable.iter().any(|part| part.contains(&at)), "a store to {at:#x}");
        self.store(at, value);
    }

    fn push(&mut self, value: Cell<B::Byte>) {
        assert!(self.sp > STACK - STACK_BYTES, "a deep stack");
        self.memory.insert(self.sp, value);
        self.sp -= 1;
    }

    fn pop(&mut self) -> Cell<B::Byte> {
        self.sp += 1;
        assert!(self.sp < STACK, "an empty stack");
        self.memory.remove(&self.sp).expect("it was pushed")
    }

    fn push_address(&mut self, pc: u16) {
        for byte in pc.to_le_bytes() {
            self.push(Cell::Byte(self.bytes.constant(byte)));
        }
    }

    fn pop_address(&mut self) -> u16 {
        let known = [(); 2].map(|()| {
            let Cell::Byte(byte) = self.pop() else { panic!("no address") };
            self.bytes.known(&byte).expect("a known address")
        });
        u16::from_be_bytes(known)
    }

    /// Loads through a pointer, which may depend on operands.
    fn load_behind(&mut self, pointer: usize, offset: u16) -> B::Byte {
        let [low, high] = [pointer, pointer + 1].map(|r| self.read(r));
        if let (Some(low), Some(high)) = (self.bytes.known(&low), self.bytes.known(&high)) {
            return self.load(u16::from_le_bytes([low, high]) + offset);
        }
        let memory = &self.memory;
        self.bytes.look_up([&low, &high], &|at| byte_of(memory, at + offset))
    }

    fn load_flash(&mut self) -> B::Byte {
        let [low, high] = [Z, Z + 1].map(|r| self.read(r));
        let byte = |at: u16| self.program.byte(at.into());
        if let (Some(low), Some(high)) = (self.bytes.known(&low), self.bytes.known(&high)) {
            return self.bytes.constant(byte(u16::from_le_bytes([low, high])));
        }
        let constants: Vec<B::Byte> = (0..=255).map(|c| self.bytes.constant(c)).collect();
        self.bytes.look_up([&low, &high], &|at| constants[usize::from(byte(at))].clone())
    }

    fn carry(&self) -> B::Byte {
        self.carry.clone().expect("a carry that was set")
    }

    fn sum(&mut self, a: &B::Byte, b: &B::Byte, carry: &B::Byte, minus: bool) -> B::Byte {
        let known = [a, b, carry].map(|x| self.bytes.known(x).map(u16::from));
        let (value, carry) = if let [Some(a), Some(b), Some(c)] = known {
            let sum = if minus { a.wrapping_sub(b + c) } else { a + b + c };
            let carry = u8::from(sum > 0xff);
            (self.bytes.constant(sum as u8), Some(self.bytes.constant(carry)))
        } else {
            self.bytes.sum(a, b, carry, minus)
        };
        self.carry = carry;
        self.set_zero(&value);
        value
    }

    fn logic(&mut self, operation: Logic, a: &B::Byte, b: &B::Byte) -> B::Byte {
        let value = match (operation, self.bytes.known(a), self.bytes.known(b)) {
            (Logic::And, Some(a), Some(b)) => self.bytes.constant(a & b),
            (Logic::Or, Some(a), Some(b)) => self.bytes.constant(a | b),
            (Logic::Xor, Some(a), Some(b)) => self.bytes.constant(a ^ b),
            _ => self.bytes.logic(operation, a, b),
        };
        self.set_zero(&value);
        value
    }

    fn set_zero(&mut self, value: &B::Byte) {
        self.zero = self.bytes.known(value).map(|v| v == 0);
    }

    fn double(&mut self, d: usize, carry: &B::Byte) {
        let (value, carry) = self.bytes.double(&self.read(d), carry);
        self.write(d, value);
        (self.carry, self.zero) = (Some(carry), None);
    }

    fn halve(&mut self, d: usize, carry: &B::Byte) {
        let (value, carry) = self.bytes.halve(&self.read(d), carry);
        self.write(d, value);
        (self.carry, self.zero) = (Some(carry), None);
    }

    /// Executes an instruction; the address of the next.
    #[expect(clippy::too_many_lines, reason = "one rule after another")]
    fn step(&mut self, pc: u16) -> u16 {
        let op = self.program.word(pc);
        let next = pc.wrapping_add(1);
        // Most fields have the same places in all instructions.
        let (d, r) = (usize::from(op >> 4 & 31), usize::from(op & 15 | op >> 5 & 16));
        let constant = (op >> 4 & 0xf0 | op & 15) as u8;
        let zero = self.bytes.constant(0);
        match op >> 10 {
            // cpc, sbc, add, cp, sub, adc.
            0x01..=0x03 | 0x05..=0x07 => {
                let code = op >> 10;
                let minus = code != 3 && code != 7;
                let carry = if matches!(code, 1 | 2 | 7) { self.carry() } else { zero.clone() };
                if d == r && !minus {
                    self.double(d, &carry);
                    return next;
                }
                if d == r && code == 2 {
                    let value = self.bytes.mask(&carry);
                    self.write(d, value);
                    return next;
                }
                let (a, b) = (self.read(d), self.read(r));
                let value = self.sum(&a, &b, &carry, minus);
                if code < 3 {
                    // It would depend on the flag before.
                    self.zero = None;
                }
                if code != 1 && code != 5 {
                    self.write(d, value);
                }
            }
            0x08..=0x0a => {
                let operation = [Logic::And, Logic::Xor, Logic::Or][usize::from(op >> 10) - 8];
                let value = if d == r && operation == Logic::Xor {
                    self.zero = Some(true);
                    zero
                } else {
                    let (a, b) = (self.read(d), self.read(r));
                    self.logic(operation, &a, &b)
                };
                self.write(d, value);
            }
            0x0b => self.registers[d] = self.registers[r].clone(),
            0x27 => {
                let (a, b) = (self.read(d), self.read(r));
                let known = [&a, &b].map(|x| self.bytes.known(x).map(u16::from));
                let [low, high] = if let [Some(a), Some(b)] = known {
                    (a * b).to_le_bytes().map(|byte| self.bytes.constant(byte))
                } else {
                    self.bytes.product(&a, &b)
                };
                self.write(0, low);
                self.write(1, high);
                (self.carry, self.zero) = (None, None);
            }
            // cpi, sbci, subi, ori, andi.
            0x0c..=0x1f => {
                let d = d & 15 | 16;
                let (a, b) = (self.read(d), self.bytes.constant(constant));
                let value = match op >> 12 {
                    4 => {
                        let carry = self.carry();
                        let value = self.sum(&a, &b, &carry, true);
                        self.zero = None;
                        value
                    }
                    3 | 5 => self.sum(&a, &b, &zero, true),
                    6 => self.logic(Logic::Or, &a, &b),
                    _ => self.logic(Logic::And, &a, &b),
                };
                if op >> 12 != 3 {
                    self.write(d, value);
                }
            }
            // ldi
            0x38..=0x3b => self.write(d & 15 | 16, self.bytes.constant(constant)),
            // brbs, brbc: of the carry or of zero.
            0x3c | 0x3d => {
                let flag = match op & 7 {
                    0 => self.bytes.known(&self.carry()).map(|c| c == 1),
                    1 => self.zero,
                    _ => panic!("no rule for {op:#06x} at {:#x}", 2 * u32::from(pc)),
                };
                let jumps = flag.expect("a jump depends on an operand") == (op >> 10 == 0x3c);
                let offset = ((op << 6).cast_signed() >> 9).cast_unsigned();
                return if jumps { next.wrapping_add(offset) } else { next };
            }
            // rjmp
            0x30..=0x33 => {
                let offset = ((op << 4).cast_signed() >> 4).cast_unsigned();
                return next.wrapping_add(offset);
            }
            _ if op >> 8 == 1 => {
                let (d, r) = (usize::from(op >> 4 & 15) * 2, usize::from(op & 15) * 2);
                for i in 0..2 {
                    self.registers[d + i] = self.registers[r + i].clone();
                }
            }
            // ldd, std
            0x20..=0x23 | 0x28..=0x2b => {
                let offset = op & 7 | op >> 7 & 0x18 | op >> 8 & 0x20;
                let pointer = if op & 8 == 0 { Z } else { Y };
                if op & 0x200 == 0 {
                    let value = self.load_behind(pointer, offset);
                    self.write(d, value);
                } else {
                    let at = self.pair(pointer) + offset;
                    self.store_checked(at, self.read(d));
                }
            }
            0x24 | 0x25 => return self.step_of_one_operand(pc, op, d),
            _ => panic!("no rule for {op:#06x} at {:#x}", 2 * u32::from(pc)),
        }
        next
    }

    /// Instructions that begin with 1001 0.
    fn step_of_one_operand(&mut self, pc: u16, op: u16, d: usize) -> u16 {
        let next = pc.wrapping_add(1);
        let zero = self.bytes.constant(0);
        match (op >> 8 & 0xf, op & 15) {
            // lds, sts
            (0 | 1, 0) => {
                let value = self.load(self.program.word(next));
                self.write(d, value);
                return next.wrapping_add(1);
            }
            (2 | 3, 0) => {
                self.store_checked(self.program.word(next), self.read(d));
                return next.wrapping_add(1);
            }
            // lpm
            (0 | 1, 4 | 5) => {
                let value = self.load_flash();
                self.write(d, value);
                if op & 1 == 1 {
                    self.set_pair(Z, self.pair(Z) + 1);
                }
            }
            (0 | 1, 15) => {
                self.registers[d] = self.pop();
            }
            (2 | 3, 15) => self.push(self.registers[d].clone()),
            // ld, st
            (0..=3, 1 | 2 | 9 | 10 | 12..=14) => {
                let pointer = [Z, Z, Y, X][usize::from(op >> 2 & 3)];
                if op & 3 == 2 {
                    self.set_pair(pointer, self.pair(pointer) - 1);
                }
                if op & 0x200 == 0 {
                    let value = self.load_behind(pointer, 0);
                    self.write(d, value);
                } else {
                    self.store_checked(self.pair(pointer), self.read(d));
                }
                if op & 3 == 1 {
                    self.set_pair(pointer, self.pair(pointer) + 1);
                }
            }
            // com, neg
            (4 | 5, 0) => {
                let ones = self.bytes.constant(0xff);
                let value = self.logic(Logic::Xor, &self.read(d), &ones);
                self.write(d, value);
                self.carry = Some(self.bytes.constant(1));
            }
            (4 | 5, 1) => {
                let value = self.sum(&zero, &self.read(d), &zero, true);
                self.write(d, value);
            }
            (4 | 5, 2) => {
                let value = self.bytes.exchange_halves(&self.read(d));
                self.write(d, value);
            }
            // inc, dec: the carry stays.
            (4 | 5, 3 | 10) => {
                let (carry, one) = (self.carry.clone(), self.bytes.constant(1));
                let value = self.sum(&self.read(d), &one, &zero, op & 15 == 10);
                self.write(d, value);
                self.carry = carry;
            }
            (4 | 5, 6) => self.halve(d, &zero),
            (4 | 5, 7) => self.halve(d, &self.carry()),
            // sec, clc
            (4, 8) if op & 0xf0 == 0 || op & 0xf0 == 0x80 => {
                self.carry = Some(self.bytes.constant(u8::from(op & 0x80 == 0)));
            }
            (5, 8) if op == 0x9508 => return self.pop_address(),
            // jmp, call: the flash has 2^16 words.
            (4, 12..=15) if op & 0x01f1 == 0 => {
                let to = self.program.word(next);
                if op & 2 == 2 {
                    self.push_address(next.wrapping_add(1));
                }
                return to;
            }
            // adiw, sbiw
            (6 | 7, _) => {
                let d = 24 + usize::from(op >> 4 & 3) * 2;
                let constant = op & 15 | op >> 2 & 0x30;
                let minus = op & 0x100 != 0;
                let sum = if minus { self.pair(d) - constant } else { self.pair(d) + constant };
                self.set_pair(d, sum);
                (self.carry, self.zero) = (None, None);
            }
            _ => panic!("no rule for {op:#06x} at {:#x}", 2 * u32::from(pc)),
        }
        next
    }
}

fn byte_of<Byte: Clone>(memory: &BTreeMap<u16, Cell<Byte>>, at: u16) -> Byte {
    match memory.get(&at) {
        Some(Cell::Byte(byte)) => byte.clone(),
        _ => panic!("{at:#x} was not written"),
    }
}
