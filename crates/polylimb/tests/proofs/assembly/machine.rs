//! The instructions of x86-64: registers, flags and memory that hold values, and machine code that
//! is decoded where it lies in this program.

use super::program::Program;
pub(super) use super::state::OPERANDS;
use super::state::{CALLER, STACK, Shift, truncated};
use super::values::{Value, Values, power};
use iced_x86::{
    Code, ConditionCode, Decoder, DecoderOptions, EncodingKind, Instruction, Mnemonic, OpKind,
    Register,
};
use num_bigint::BigInt;
use std::collections::BTreeMap;
use std::vec::Vec;

/// A processor.
pub(super) struct Machine<'a> {
    pub(super) values: Values,
    pub(super) program: &'a Program,
    registers: [Option<Value>; 16],
    /// Low bytes of registers of which nothing else is known.
    low_bytes: [Option<Value>; 16],
    /// Eight words; two where no others are known.
    vectors: [Option<Vec<Value>>; 32],
    /// An instruction of AVX-512 was executed.
    wide: bool,
    /// By address; the second is the number of bytes.
    pub(super) memory: BTreeMap<u64, (Value, u64)>,
    pub(super) carry: Option<Value>,
    pub(super) overflow: Option<Value>,
    /// The value that decides whether the last result was 0, or negative as a signed word.
    pub(super) zero: Option<Value>,
    pub(super) sign: Option<Value>,
    instructions: usize,
}

impl<'a> Machine<'a> {
    pub(super) fn new(program: &'a Program, values: Values) -> Self {
        let mut machine = Self {
            values,
            program,
            registers: Default::default(),
            low_bytes: Default::default(),
            vectors: Default::default(),
            wide: false,
            memory: BTreeMap::new(),
            carry: None,
            overflow: None,
            zero: None,
            sign: None,
            instructions: 0,
        };
        // What belongs to the caller may be saved.
        for register in 0..16 {
            machine.registers[register] = Some(machine.values.word(power(64) - 1, 0));
        }
        machine
    }

    /// Executes the function at `ip` with these arguments.
    pub(super) fn call(&mut self, mut ip: u64, arguments: &[Value]) {
        let places = [
            Register::RDI,
            Register::RSI,
            Register::RDX,
            Register::RCX,
            Register::R8,
            Register::R9,
        ];
        for (register, argument) in places.iter().zip(arguments) {
            self.registers[register.number()] = Some(argument.clone());
        }
        let kept = [
            Register::RBX,
            Register::RBP,
            Register::R12,
            Register::R13,
            Register::R14,
            Register::R15,
        ];
        let before = kept.map(|r| self.registers[r.number()].clone());
        self.registers[Register::RSP.number()] = Some(Value::constant(STACK));
        self.push(Value::constant(CALLER));
        while ip != CALLER && !self.values.impossible {
            if ip == libc::memcpy as *const () as u64 {
                ip = self.copy();
                continue;
            }
            if ip == libc::memset as *const () as u64 {
                ip = self.fill();
                continue;
            }
            let bytes: [u8; 16] = self.program.read(ip);
            let instruction = Decoder::with_ip(64, &bytes, ip, DecoderOptions::NONE).decode();
            ip = self.step(&instruction);
            self.instructions += 1;
            assert!(self.instructions < 1 << 20, "no end");
        }
        let after = kept.map(|r| self.registers[r.number()].clone());
        for (before, after) in before.iter().zip(&after) {
            let same = before.as_ref().map(|v| &v.exact) == after.as_ref().map(|v| &v.exact);
            assert!(same || self.values.impossible, "a register of the caller's is changed");
        }
    }

    /// Whether this processor has what the kernel needs.
    pub(super) fn runs_kernel(&self) -> bool {
        use crate::cpu::Features;
        let needs = if self.wide { Features::MULX.with(Features::IFMA) } else { Features::MULX };
        Features::detect().allows(needs)
    }

    pub(super) fn result(&self) -> Value {
        self.registers[Register::RAX.number()].clone().expect("a result")
    }

    fn push(&mut self, value: Value) {
        let sp = self.known(Register::RSP) - 8;
        self.registers[Register::RSP.number()] = Some(Value::constant(sp));
        self.store(sp, value, 8);
    }

    fn pop(&mut self) -> Value {
        let sp = self.known(Register::RSP);
        self.registers[Register::RSP.number()] = Some(Value::constant(sp + 8));
        self.load(sp, 8)
    }

    /// The C library's `memcpy`, which has other instructions on every CPU; returns.
    fn copy(&mut self) -> u64 {
        let [to, from, bytes] =
            [Register::RDI, Register::RSI, Register::RDX].map(|r| self.known(r));
        assert!(bytes.is_multiple_of(8), "words are copied");
        let words: Vec<Value> = (0..bytes / 8).map(|i| self.load(from + 8 * i, 8)).collect();
        self.store_words(to, words)
    }

    /// The C library's `memset`, of words with equal bytes; returns.
    fn fill(&mut self) -> u64 {
        let [to, byte, bytes] =
            [Register::RDI, Register::RSI, Register::RDX].map(|r| self.known(r));
        assert!(bytes.is_multiple_of(8), "words are filled");
        let word = Value::constant(u64::from_ne_bytes([byte as u8; 8]));
        self.store_words(to, std::vec![word; bytes as usize / 8])
    }

    /// Stores them as a function of the C library, and returns from it.
    fn store_words(&mut self, to: u64, words: Vec<Value>) -> u64 {
        for (i, word) in words.into_iter().enumerate() {
            self.store(to + 8 * i as u64, word, 8);
        }
        for scratch in [
            Register::RCX,
            Register::RDX,
            Register::RSI,
            Register::RDI,
            Register::R8,
            Register::R9,
            Register::R10,
            Register::R11,
        ] {
            self.registers[scratch.number()] = None;
        }
        (self.vectors, self.carry, self.overflow) = (Default::default(), None, None);
        self.registers[Register::RAX.number()] = Some(Value::constant(to));
        self.pop().known().expect("an address")
    }

    fn known(&self, register: Register) -> u64 {
        let value = self.registers[register.number()].as_ref();
        let known = value.and_then(Value::known);
        known.unwrap_or_else(|| panic!("an address depends on an operand: {register:?}"))
    }

    fn address(&self, instruction: &Instruction) -> u64 {
        let part = |register| match register {
            // The displacement is the address then.
            Register::None | Register::RIP => 0,
            _ => self.known(register),
        };
        let scale = u64::from(instruction.memory_index_scale());
        let index = part(instruction.memory_index()).wrapping_mul(scale);
        let base = part(instruction.memory_base());
        base.wrapping_add(index).wrapping_add(instruction.memory_displacement64())
    }

    fn read_register(&self, register: Register) -> Value {
        let n = register.full_register().number();
        let value = self.registers[n].as_ref();
        if register.is_gpr64() {
            return value.unwrap_or_else(|| panic!("{register:?} is not defined")).clone();
        }
        let bytes = register.size() as u64;
        assert!(bytes > 1 || register < Register::AH || register > Register::BH, "a high byte");
        match (value, &self.low_bytes[n]) {
            (_, Some(byte)) if bytes == 1 => byte.clone(),
            (Some(value), _) if value.high < power(8 * bytes) => value.clone(),
            (Some(value), _) => {
                let known = value.known().expect("a part of a known word");
                Value::constant(truncated(known, bytes))
            }
            _ => panic!("{register:?} is not defined"),
        }
    }

    fn write_register(&mut self, register: Register, value: Value) {
        let n = register.full_register().number();
        if register.is_gpr8() {
            assert!(register < Register::AH || register > Register::BH, "a high byte");
            let known = self.registers[n].as_ref().and_then(Value::known);
            self.registers[n] = known.map(|word| Value::constant(word & !0xff).add(&value));
            self.low_bytes[n] = Some(value);
            return;
        }
        assert!(register.is_gpr64() || register.is_gpr32(), "a part of a register");
        self.low_bytes[n] = None;
        self.registers[n] = Some(value);
    }

    fn size(instruction: &Instruction, operand: u32) -> u64 {
        match instruction.op_kind(operand) {
            OpKind::Register => instruction.op_register(operand).size() as u64,
            OpKind::Memory => instruction.memory_size().size() as u64,
            _ if operand > 0 => Self::size(instruction, 0),
            _ => 8,
        }
    }

    fn read(&self, instruction: &Instruction, operand: u32) -> Value {
        match instruction.op_kind(operand) {
            OpKind::Register => self.read_register(instruction.op_register(operand)),
            OpKind::Memory => {
                let bytes = instruction.memory_size().size() as u64;
                self.load(self.address(instruction), bytes)
            }
            _ => {
                let bytes = Self::size(instruction, 0);
                Value::constant(truncated(instruction.immediate(operand), bytes))
            }
        }
    }

    fn write(&mut self, instruction: &Instruction, operand: u32, value: Value) {
        if instruction.op_kind(operand) == OpKind::Register {
            self.write_register(instruction.op_register(operand), value);
        } else {
            let bytes = instruction.memory_size().size() as u64;
            self.store(self.address(instruction), value, bytes);
        }
    }

    fn holds(&mut self, condition: ConditionCode) -> bool {
        use ConditionCode as C;
        match condition {
            C::b => self.decided(|m| &mut m.carry),
            C::ae => !self.decided(|m| &mut m.carry),
            C::e => self.is_zero(),
            C::ne => !self.is_zero(),
            C::be => self.decided(|m| &mut m.carry) || self.is_zero(),
            C::a => !(self.decided(|m| &mut m.carry) || self.is_zero()),
            C::s => self.is_negative(),
            C::ns => !self.is_negative(),
            C::l => self.is_negative() != self.decided(|m| &mut m.overflow),
            C::ge => self.is_negative() == self.decided(|m| &mut m.overflow),
            C::o => self.decided(|m| &mut m.overflow),
            C::no => !self.decided(|m| &mut m.overflow),
            _ => panic!("no rule for {condition:?}"),
        }
    }

    /// Whether a word is added to itself whose highest bit another instruction has cut off: then it
    /// is a shift, and the bit is the same.
    fn doubles_what_was_split(&self, i: &Instruction) -> bool {
        i.op0_kind() == OpKind::Register
            && i.op1_kind() == OpKind::Register
            && i.op0_register() == i.op1_register()
            && i.op0_register().is_gpr64()
            && self.values.was_split(&self.read(i, 0), 63)
    }

    /// The product of words: low and high word.
    fn product(&mut self, a: &Value, b: &Value) -> (Value, Value) {
        let product = self.values.mul(a, b);
        self.values.cut(product)
    }

    fn logic(&mut self, instruction: &Instruction, a: &Value, b: &Value) -> Value {
        let bytes = Self::size(instruction, 0);
        let value = self.bits(instruction.mnemonic(), a, b);
        (self.carry, self.overflow) = (Some(Value::constant(0)), Some(Value::constant(0)));
        self.result_flags(&value, bytes);
        value
    }

    fn bits(&mut self, mnemonic: Mnemonic, a: &Value, b: &Value) -> Value {
        match (mnemonic, a.known(), b.known()) {
            (Mnemonic::And | Mnemonic::Test, Some(a), Some(b)) => Value::constant(a & b),
            (Mnemonic::Or, Some(a), Some(b)) => Value::constant(a | b),
            (Mnemonic::Xor, Some(a), Some(b)) => Value::constant(a ^ b),
            (Mnemonic::And | Mnemonic::Test, ..) if a.exact == b.exact => a.clone(),
            (Mnemonic::And | Mnemonic::Test, x, y) => {
                let (mask, value) =
                    if let Some(x) = x { (x, b) } else { (y.expect("a known mask"), a) };
                match mask {
                    0 => Value::constant(0),
                    u64::MAX => value.clone(),
                    _ => {
                        assert!(mask & (mask + 1) == 0, "no rule for this mask");
                        self.values.split(value, u64::from(mask.trailing_ones())).0
                    }
                }
            }
            (Mnemonic::Or | Mnemonic::Xor, Some(0), _) => b.clone(),
            (Mnemonic::Or | Mnemonic::Xor, _, Some(0)) => a.clone(),
            (mnemonic, ..) => panic!("no rule for {mnemonic:?} of operands"),
        }
    }

    /// The words of a vector.
    fn vector(&self, instruction: &Instruction, operand: u32) -> Vec<Value> {
        if instruction.op_kind(operand) == OpKind::Memory {
            assert!(!instruction.is_broadcast(), "no rule for repeated words");
            let (at, words) = (self.address(instruction), instruction.memory_size().size() / 8);
            return (0..words as u64).map(|i| self.load(at + 8 * i, 8)).collect();
        }
        let register = instruction.op_register(operand);
        let words = self.vectors[register.number()].as_ref().expect("a vector that was written");
        words[..register.size() / 8].to_vec()
    }

    /// Writes the words; those above become 0, or stay in the oldest instructions.
    fn write_vector(&mut self, instruction: &Instruction, words: &[Value]) {
        assert!(!instruction.has_op_mask(), "no rule for masks");
        if instruction.op0_kind() == OpKind::Memory {
            let at = self.address(instruction);
            for (i, word) in (0..).zip(words) {
                self.store(at + 8 * i, word.clone(), 8);
            }
            return;
        }
        let to = &mut self.vectors[instruction.op0_register().number()];
        let mut all = words.to_vec();
        if instruction.encoding() == EncodingKind::Legacy {
            all.extend(to.iter().flatten().skip(words.len()).cloned());
        } else {
            all.resize(8, Value::constant(0));
        }
        *to = Some(all);
    }

    /// Executes an instruction; the address of the next.
    #[expect(clippy::too_many_lines, reason = "one rule after another")]
    fn step(&mut self, i: &Instruction) -> u64 {
        use Mnemonic as M;
        let next = i.next_ip();
        self.wide |= i.encoding() == EncodingKind::EVEX;
        let bytes = if i.op_count() > 0 { Self::size(i, 0) } else { 0 };
        match i.mnemonic() {
            M::Nop | M::Endbr64 => {}
            M::Mov | M::Movzx => {
                let value = self.read(i, 1);
                self.write(i, 0, value);
            }
            M::Lea => {
                let (base, index) = (i.memory_base(), i.memory_index());
                let known = [base, index].map(|r| {
                    r == Register::None
                        || r == Register::RIP
                        || self.registers[r.number()].as_ref().is_some_and(|v| v.known().is_some())
                });
                let value = if known == [true; 2] {
                    Value::constant(truncated(self.address(i), bytes))
                } else {
                    assert_eq!(bytes, 8, "a part of an address");
                    let mut sum = Value::constant(i.memory_displacement64().cast_signed());
                    if base != Register::None {
                        sum = sum.add(&self.read_register(base));
                    }
                    if index != Register::None {
                        let scale = BigInt::from(i.memory_index_scale());
                        sum = sum.add(&self.read_register(index).scale(&scale));
                    }
                    self.values.cut(sum).0
                };
                self.write(i, 0, value);
            }
            M::Xchg => {
                let (a, b) = (self.read(i, 0), self.read(i, 1));
                self.write(i, 0, b);
                self.write(i, 1, a);
            }
            M::Push => {
                let value = self.read(i, 0);
                self.push(value);
            }
            M::Pop => {
                let value = self.pop();
                self.write(i, 0, value);
            }
            M::Call => {
                let to = if i.op0_kind() == OpKind::NearBranch64 {
                    i.near_branch_target()
                } else {
                    self.read(i, 0).known().expect("a known function")
                };
                self.push(Value::constant(next));
                return to;
            }
            M::Ret => return self.pop().known().expect("an address"),
            M::Jmp => {
                return if i.op0_kind() == OpKind::NearBranch64 {
                    i.near_branch_target()
                } else {
                    self.read(i, 0).known().expect("a known address")
                };
            }
            M::Jrcxz => {
                return if self.known(Register::RCX) == 0 { i.near_branch_target() } else { next };
            }
            M::Add if self.doubles_what_was_split(i) => {
                let a = self.read(i, 0);
                let bit = self.values.split(&a, 63).1;
                let value = self.shift(Shift::Left, &a, 1, 8);
                (self.carry, self.overflow) = (Some(bit), None);
                self.result_flags(&value, 8);
                self.write(i, 0, value);
            }
            M::Add | M::Adc | M::Sub | M::Sbb | M::Cmp => {
                let minus = matches!(i.mnemonic(), M::Sub | M::Sbb | M::Cmp);
                let carried = matches!(i.mnemonic(), M::Adc | M::Sbb);
                let carry = carried.then(|| self.carry.clone().expect("a carry that was set"));
                let same = minus
                    && i.op1_kind() == OpKind::Register
                    && i.op0_kind() == OpKind::Register
                    && i.op0_register() == i.op1_register();
                let value = if same {
                    // The mask of a borrow.
                    let borrow = carry.map_or(Value::constant(0), |c| self.values.decide(&c));
                    let zero = Value::constant(0);
                    self.sum(&zero, &zero, Some(borrow), true, bytes)
                } else {
                    let (a, b) = (self.read(i, 0), self.read(i, 1));
                    self.sum(&a, &b, carry, minus, bytes)
                };
                if i.mnemonic() != M::Cmp {
                    self.write(i, 0, value);
                }
            }
            M::Adcx | M::Adox if bytes == 8 => {
                let (a, b) = (self.read(i, 0), self.read(i, 1));
                let flag =
                    if i.mnemonic() == M::Adcx { &mut self.carry } else { &mut self.overflow };
                let carry = flag.take().expect("a carry that was set");
                let (low, high) = self.values.cut(a.add(&b).add(&carry));
                *(if i.mnemonic() == M::Adcx { &mut self.carry } else { &mut self.overflow }) =
                    Some(high);
                self.write(i, 0, low);
            }
            M::Inc | M::Dec => {
                let (a, one) = (self.read(i, 0), Value::constant(1));
                let carry = self.carry.clone();
                let value = self.sum(&a, &one, None, i.mnemonic() == M::Dec, bytes);
                self.carry = carry;
                self.write(i, 0, value);
            }
            M::Neg => {
                let a = self.read(i, 0);
                let value = self.sum(&Value::constant(0), &a, None, true, bytes);
                self.write(i, 0, value);
            }
            M::Not => {
                let a = self.read(i, 0);
                let most = Value::constant(truncated(u64::MAX, bytes));
                self.write(i, 0, most.sub(&a));
            }
            M::Xor if i.op1_kind() == OpKind::Register && i.op0_register() == i.op1_register() => {
                let zero = Value::constant(0);
                let value = self.logic(i, &zero, &zero);
                self.write(i, 0, value);
            }
            M::And | M::Or | M::Xor | M::Test => {
                let (a, b) = (self.read(i, 0), self.read(i, 1));
                let value = self.logic(i, &a, &b);
                if i.mnemonic() != M::Test {
                    self.write(i, 0, value);
                }
            }
            M::Stc => self.carry = Some(Value::constant(1)),
            M::Clc => self.carry = Some(Value::constant(0)),
            M::Shl | M::Shr | M::Sar => {
                let n = self.read(i, 1).known().expect("a known shift");
                let a = self.read(i, 0);
                let value = self.shift(direction(i.mnemonic()), &a, n, bytes);
                (self.carry, self.overflow) = (None, None);
                self.result_flags(&value, bytes);
                self.write(i, 0, value);
            }
            M::Shlx | M::Shrx => {
                let n = self.read(i, 2).known().expect("a known shift");
                let a = self.read(i, 1);
                let value = self.shift(direction(i.mnemonic()), &a, n, bytes);
                self.write(i, 0, value);
            }
            M::Shld if bytes == 8 => {
                let n = self.read(i, 2).known().expect("a known shift");
                let (a, b) = (self.read(i, 0), self.read(i, 1));
                // What has room needs no cases.
                let a = if a.high.bits() + n <= 64 {
                    a.scale(&power(n))
                } else {
                    self.shift(Shift::Left, &a, n, 8)
                };
                let value = a.add(&self.values.split(&b, 64 - n).1);
                (self.carry, self.overflow) = (None, None);
                self.result_flags(&value, 8);
                self.write(i, 0, value);
            }
            M::Btr => {
                let n = self.read(i, 1).known().expect("a known bit");
                assert!(n == 63 && bytes == 8, "no rule for this bit");
                let a = self.read(i, 0);
                let (low, bit) = self.values.split(&a, n);
                self.carry = Some(bit);
                self.overflow = None;
                self.write(i, 0, low);
            }
            M::Mulx if bytes == 8 => {
                let (a, b) = (self.read_register(Register::RDX), self.read(i, 2));
                let (low, high) = self.product(&a, &b);
                self.write(i, 1, low);
                self.write(i, 0, high);
            }
            M::Mul if bytes == 8 => {
                let (a, b) = (self.read_register(Register::RAX), self.read(i, 0));
                let (low, high) = self.product(&a, &b);
                // Set if the high word is not 0.
                let carry = high.known().map(|high| Value::constant(u8::from(high > 0)));
                (self.carry, self.overflow) = (carry.clone(), carry);
                (self.zero, self.sign) = (None, None);
                self.write_register(Register::RAX, low);
                self.write_register(Register::RDX, high);
            }
            M::Div => {
                let by = self.read(i, 0).known().expect("lengths are known");
                let (low, high) = match bytes {
                    8 => (Register::RAX, Register::RDX),
                    _ => (Register::EAX, Register::EDX),
                };
                let [a, above] = [low, high].map(|r| self.read_register(r).known());
                assert!(bytes >= 4 && above == Some(0), "lengths are short");
                let a = a.expect("lengths are known");
                (self.carry, self.overflow, self.zero, self.sign) = (None, None, None, None);
                self.write_register(low, Value::constant(a / by));
                self.write_register(high, Value::constant(a % by));
            }
            M::Imul if i.op_count() > 1 && bytes == 8 => {
                let (a, b) = (self.read(i, i.op_count() - 2), self.read(i, i.op_count() - 1));
                let (low, _) = self.product(&a, &b);
                (self.carry, self.overflow, self.zero, self.sign) = (None, None, None, None);
                self.write(i, 0, low);
            }
            M::Movaps
            | M::Movups
            | M::Movapd
            | M::Movupd
            | M::Movdqa
            | M::Movdqu
            | M::Vmovaps
            | M::Vmovups
            | M::Vmovdqu64
            | M::Vmovdqa64
            | M::Vmovdqu
            | M::Vmovdqa => {
                let words = self.vector(i, 1);
                self.write_vector(i, &words);
            }
            M::Xorps | M::Pxor | M::Vxorps | M::Vpxor | M::Vpxorq | M::Vpxord
                if i.op_register(i.op_count() - 1) == i.op_register(i.op_count() - 2) =>
            {
                let zeros = std::vec![Value::constant(0); i.op0_register().size() / 8];
                self.write_vector(i, &zeros);
            }
            M::Vporq
            | M::Vpord
            | M::Vpor
            | M::Vorps
            | M::Vpandq
            | M::Vpandd
            | M::Vpand
            | M::Vandps => {
                let or = matches!(i.mnemonic(), M::Vporq | M::Vpord | M::Vpor | M::Vorps);
                let (a, b) = (self.vector(i, 1), self.vector(i, 2));
                let words = a.iter().zip(&b);
                let words: Vec<Value> =
                    words.map(|(a, b)| self.bits(if or { M::Or } else { M::And }, a, b)).collect();
                self.write_vector(i, &words);
            }
            // a | (b & c), a | b | c.
            M::Vpternlogq | M::Vpternlogd if matches!(i.immediate8(), 0xf8 | 0xfe) => {
                let of_two = if i.immediate8() == 0xf8 { M::And } else { M::Or };
                let (a, b, c) = (self.vector(i, 0), self.vector(i, 1), self.vector(i, 2));
                let words = a.iter().zip(b.iter().zip(&c)).map(|(a, (b, c))| {
                    let both = self.bits(of_two, b, c);
                    self.bits(M::Or, a, &both)
                });
                let words: Vec<Value> = words.collect();
                self.write_vector(i, &words);
            }
            M::Vpbroadcastq | M::Vbroadcastsd => {
                let word = if i.op1_kind() == OpKind::Register && i.op1_register().is_gpr() {
                    self.read_register(i.op1_register())
                } else {
                    self.vector(i, 1)[0].clone()
                };
                let words = std::vec![word; i.op0_register().size() / 8];
                self.write_vector(i, &words);
            }
            M::Vzeroupper => {
                for vector in self.vectors.iter_mut().flatten() {
                    vector.truncate(2);
                    vector.resize(8, Value::constant(0));
                }
            }
            _ if i.condition_code() != ConditionCode::None => {
                let condition = i.condition_code();
                if i.is_jcc_short_or_near() {
                    let jumps = self.holds(condition);
                    return if jumps { i.near_branch_target() } else { next };
                }
                if i.mnemonic() == M::Setb {
                    let carry = self.carry.clone().expect("a carry that was set");
                    self.write(i, 0, carry);
                } else if i.mnemonic() == M::Setae {
                    let carry = self.carry.clone().expect("a carry that was set");
                    self.write(i, 0, Value::constant(1).sub(&carry));
                } else if bytes == 1 {
                    let holds = self.holds(condition);
                    self.write(i, 0, Value::constant(u8::from(holds)));
                } else {
                    assert_eq!(bytes, 8, "a move of a part of a word");
                    let (old, new) = (self.read(i, 0), self.read(i, 1));
                    let value = if self.holds(condition) { new } else { old };
                    self.write(i, 0, value);
                }
            }
            _ => panic!("no rule for {:?} at {:#x}", i.code() as Code, i.ip()),
        }
        next
    }
}

fn direction(mnemonic: Mnemonic) -> Shift {
    match mnemonic {
        Mnemonic::Shl | Mnemonic::Shlx => Shift::Left,
        Mnemonic::Shr | Mnemonic::Shrx => Shift::Right,
        _ => Shift::Arithmetic,
    }
}
