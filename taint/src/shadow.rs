//! What is secret: one bit for each bit of registers and memory, and how instructions move it.
//!
//! Moves, bitwise operations and shifts by constants are followed bit by bit. Sums and low halves
//! of products are secret from the lowest secret bit upwards, operations on lanes lane by lane. For
//! every other instruction one secret bit that it reads makes all secret that it writes.

use crate::code::{Memory, Set, Step, general};
use crate::kind::Kind;
use iced_x86::{EncodingKind, Instruction, Mnemonic, OpAccess, OpKind, Register, RflagsBits};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The secret bits of a value, the lowest word first.
pub type Secrets = [u64; 8];
const NOTHING: Secrets = [0; 8];
const PAGE: u64 = 4096;

/// What an evaluated instruction did with secrets that it must not do.
pub type Leak = &'static str;
/// Its address is public; counted, and no leak.
pub const MASKED: Leak = "a secret mask decides what a store changes";

/// A map from numbers that are not chosen by an adversary.
pub type Hashed<T> = HashMap<u64, T, BuildHasherDefault<Multiply>>;

#[derive(Default)]
pub struct Multiply(u64);

impl Hasher for Multiply {
    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are numbers");
    }
    fn write_u64(&mut self, key: u64) {
        self.0 = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 32;
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

pub struct Shadow {
    /// The registers with secret bits.
    secret: Set,
    general: [u64; 16],
    vectors: [Secrets; 32],
    masks: [u64; 8],
    flags: u32,
    /// The bits of a conjunction or disjunction that public bits of one operand decide.
    fixed: u64,
    /// Whether a conditional move, whose condition is public, happens.
    pub taken: Option<bool>,
    pages: Hashed<Box<[u8; PAGE as usize]>>,
}

fn any(secrets: &Secrets) -> bool {
    secrets.iter().any(|word| *word != 0)
}

/// All bits of a value of `bytes`.
fn all(bytes: usize) -> Secrets {
    core::array::from_fn(|i| match bytes.saturating_sub(8 * i) {
        0 => 0,
        n @ 1..8 => (1 << (8 * n)) - 1,
        _ => u64::MAX,
    })
}

fn either(a: Secrets, b: Secrets) -> Secrets {
    core::array::from_fn(|i| a[i] | b[i])
}

/// A set with or without `number`.
fn with(set: u32, number: usize, inside: bool) -> u32 {
    set & !(1 << number) | u32::from(inside) << number
}

fn low(secrets: Secrets, bytes: usize) -> Secrets {
    let mask = all(bytes);
    core::array::from_fn(|i| secrets[i] & mask[i])
}

impl Shadow {
    pub fn new() -> Self {
        Shadow {
            secret: Set::default(),
            general: [0; 16],
            vectors: [NOTHING; 32],
            masks: [0; 8],
            flags: 0,
            fixed: 0,
            taken: None,
            pages: Hashed::default(),
        }
    }

    /// The secret bits of `bytes` bytes.
    pub fn load_bytes(&self, address: u64, bytes: usize) -> Vec<u8> {
        let mut loaded = vec![0; bytes];
        self.load_into(address, &mut loaded);
        loaded
    }

    fn load_into(&self, mut address: u64, mut bytes: &mut [u8]) {
        while !bytes.is_empty() {
            let at = (address % PAGE) as usize;
            let (here, rest) = bytes.split_at_mut(bytes.len().min(PAGE as usize - at));
            if let Some(page) = self.pages.get(&(address / PAGE)) {
                here.copy_from_slice(&page[at..at + here.len()]);
            }
            address += here.len() as u64;
            bytes = rest;
        }
    }

    /// After a call of what knows no secrets.
    pub fn returned(&mut self) {
        self.write(Register::RAX, NOTHING, false);
        self.flags = 0;
    }

    pub fn store_bytes(&mut self, mut address: u64, mut secrets: &[u8]) {
        while !secrets.is_empty() {
            let at = (address % PAGE) as usize;
            let (here, rest) = secrets.split_at(secrets.len().min(PAGE as usize - at));
            let page = match self.pages.get_mut(&(address / PAGE)) {
                Some(page) => Some(page),
                None if here.iter().all(|bits| *bits == 0) => None,
                None => Some(
                    self.pages
                        .entry(address / PAGE)
                        .or_insert_with(|| Box::new([0; PAGE as usize])),
                ),
            };
            if let Some(page) = page {
                page[at..at + here.len()].copy_from_slice(here);
            }
            address += here.len() as u64;
            secrets = rest;
        }
    }

    pub fn load(&self, address: u64, bytes: usize) -> Secrets {
        let mut loaded = [0; 64];
        self.load_into(address, &mut loaded[..bytes.min(64)]);
        let (words, _) = loaded.as_chunks();
        core::array::from_fn(|i| u64::from_le_bytes(words[i]))
    }

    fn store(&mut self, address: u64, bytes: usize, secrets: &Secrets) {
        let mut stored = [0; 64];
        for (to, word) in stored.as_chunks_mut().0.iter_mut().zip(secrets) {
            *to = word.to_le_bytes();
        }
        self.store_bytes(address, &stored[..bytes.min(64)]);
        // States of all registers at once: no secret is followed through them.
        if bytes > 64 {
            self.store_bytes(address + 64, &vec![0; bytes - 64]);
        }
    }

    fn read(&self, register: Register) -> Secrets {
        let mut secrets = NOTHING;
        if let Some(number) = general(register) {
            let high =
                matches!(register, Register::AH | Register::BH | Register::CH | Register::DH);
            secrets[0] = self.general[number] >> if high { 8 } else { 0 };
            low(secrets, register.size())
        } else if register.is_vector_register() {
            low(self.vectors[register.number()], register.size())
        } else if register.is_k() {
            secrets[0] = self.masks[register.number()];
            secrets
        } else {
            NOTHING
        }
    }

    /// Writes a register; the bits above it become 0 where the processor makes them 0.
    fn write(&mut self, register: Register, secrets: Secrets, legacy: bool) {
        let bytes = register.size();
        let secrets = low(secrets, bytes);
        if let Some(number) = general(register) {
            let high =
                matches!(register, Register::AH | Register::BH | Register::CH | Register::DH);
            let old = self.general[number];
            let new = match (bytes, high) {
                (4 | 8, _) => secrets[0],
                (_, true) => old & !0xff00 | secrets[0] << 8,
                _ => old & !all(bytes)[0] | secrets[0],
            };
            self.general[number] = new;
            self.secret.general = with(self.secret.general.into(), number, new != 0) as u16;
        } else if register.is_vector_register() {
            let (number, kept) = (register.number(), all(bytes));
            let old = self.vectors[number];
            let new =
                core::array::from_fn(|i| secrets[i] | if legacy { old[i] & !kept[i] } else { 0 });
            self.vectors[number] = new;
            self.secret.vectors = with(self.secret.vectors, number, any(&new));
        } else if register.is_k() {
            let number = register.number();
            self.masks[number] = secrets[0];
            self.secret.masks = with(self.secret.masks.into(), number, secrets[0] != 0) as u8;
        } else {
            assert!(
                !any(&secrets) || matches!(register, Register::None),
                "secrets in {register:?} are not followed"
            );
        }
    }

    /// Whether the result depends on the public bits of an operand that has secret bits, too: a
    /// number with a public 1 is not 0, and its length ends there.
    pub fn wants_value(&self, step: &Step, addresses: &[u64]) -> bool {
        let instruction = &step.instruction;
        let source = match instruction.mnemonic() {
            Mnemonic::Test if instruction.op0_register() == instruction.op1_register() => 0,
            Mnemonic::Cmp if matches!(instruction.try_immediate(1), Ok(0)) => 0,
            // These keep what they had for 0.
            Mnemonic::Bsr | Mnemonic::Bsf if self.operand(step, addresses, 1)[0] == 0 => {
                return any(&self.written(step, addresses));
            }
            Mnemonic::Lzcnt | Mnemonic::Bsr => 1,
            _ => return false,
        };
        let secrets = self.operand(step, addresses, source)[0];
        secrets != 0 && secrets != all(self.result_size(step))[0]
    }

    /// Follows an instruction that wants this value; whether its result is public.
    pub fn follow_value(&mut self, step: &Step, addresses: &[u64], value: u64) -> bool {
        if self.leak(step, addresses).is_some() {
            return false;
        }
        use Mnemonic::{Bsf, Bsr, Lzcnt};
        let source = u32::from(matches!(step.instruction.mnemonic(), Lzcnt | Bsr | Bsf));
        let secrets = self.operand(step, addresses, source)[0];
        let known = value & !secrets & all(self.result_size(step))[0];
        let public = if source == 0 { known != 0 } else { known > secrets };
        if public {
            for register in &step.writes {
                self.write(*register, NOTHING, false);
            }
            self.flags &= !step.instruction.rflags_modified();
            // That it is not 0 does not tell its sign, and the parity of its low byte.
            let sign = 1 << (8 * self.result_size(step) - 1);
            if source == 0 && secrets & sign != 0 {
                self.flags |= RflagsBits::SF;
            }
            if source == 0 && secrets & 0xff != 0 {
                self.flags |= RflagsBits::PF;
            }
        }
        public
    }

    /// Learns the values of two operands, as far as they are known, before `follow`.
    pub fn learn(&mut self, step: &Step, addresses: &[u64], values: [Option<u64>; 2]) {
        let or = step.instruction.mnemonic() == Mnemonic::Or;
        self.fixed = 0;
        for (i, value) in (0..).zip(values) {
            if let Some(value) = value {
                let public = !self.operand(step, addresses, i)[0];
                self.fixed |= public & if or { value } else { !value };
            }
        }
    }

    /// Whether a public mask decides which secrets are moved, covered or compared.
    pub fn wants_mask(&self, step: &Step, addresses: &[u64]) -> bool {
        let instruction = &step.instruction;
        let mask = instruction.op_mask();
        mask != Register::None
            && matches!(step.kind, Kind::Move | Kind::MaskCompare)
            && !any(&self.read(mask))
            && (self.reads_secrets(step, addresses)
                || instruction.op0_kind() == OpKind::Memory
                    && !self.is_public(addresses[0], step.memory[0].size))
    }

    /// Follows an instruction; `addresses` holds what its memory operands touch, `number` the
    /// repetitions of a string instruction, the bits of a shift by a register, or the mask that
    /// `wants_mask` asks for.
    pub fn follow(&mut self, step: &Step, addresses: &[u64], number: u64) -> Option<Leak> {
        let untouched = !self.secret.meets(step.touches)
            && self.flags & (step.flags[0] | step.flags[1]) == 0
            && step.kind != Kind::Strings
            && step.memory.iter().zip(addresses).all(|(m, &a)| self.is_public(a, m.size));
        if untouched {
            return None;
        }
        let leak = self.leak(step, addresses);
        if self.wants_mask(step, addresses) {
            let result = match step.kind {
                Kind::MaskCompare => self.compared(step, addresses, number),
                _ => self.moved(step, addresses, number),
            };
            self.write_operand(step, addresses, 0, result);
        } else {
            self.move_secrets(step, addresses, number);
        }
        leak
    }

    fn is_public(&self, address: u64, bytes: usize) -> bool {
        let (first, last) = (address / PAGE, (address + bytes.max(1) as u64 - 1) / PAGE);
        if first != last {
            return bytes > 64 || !any(&self.load(address, bytes));
        }
        let at = (address % PAGE) as usize;
        self.pages.get(&first).is_none_or(|page| page[at..at + bytes].iter().all(|b| *b == 0))
    }

    /// The secret bits of operand `i`.
    fn operand(&self, step: &Step, addresses: &[u64], i: u32) -> Secrets {
        match step.instruction.op_kind(i) {
            OpKind::Register => self.read(step.instruction.op_register(i)),
            OpKind::Memory => step
                .memory
                .iter()
                .zip(addresses)
                .find(|(m, _)| m.reads || !m.writes)
                .map_or(NOTHING, |(m, &a)| self.load(a, m.size)),
            _ => NOTHING,
        }
    }

    fn leak(&self, step: &Step, addresses: &[u64]) -> Option<Leak> {
        let instruction = &step.instruction;
        let secret_address =
            |m: &Memory| m.registers.iter().any(|r| *r != Register::None && any(&self.read(*r)));
        if step.memory.iter().any(secret_address) {
            return Some("an address depends on a secret");
        }
        // A masked load takes the time of a whole one; a masked store writes what the mask says.
        if step.memory.iter().any(|m| m.writes)
            && instruction.op_mask() != Register::None
            && any(&self.read(instruction.op_mask()))
        {
            return Some(MASKED);
        }
        use iced_x86::FlowControl as F;
        let flow = instruction.flow_control();
        if matches!(flow, F::ConditionalBranch) {
            let counted = matches!(
                instruction.mnemonic(),
                Mnemonic::Jrcxz | Mnemonic::Jecxz | Mnemonic::Loop
            ) && self.general[Register::RCX.number()] != 0;
            if self.flags & instruction.rflags_read() != 0 || counted {
                return Some("a jump depends on a secret");
            }
        }
        if matches!(flow, F::IndirectBranch | F::IndirectCall)
            && any(&self.operand(step, addresses, 0))
            || matches!(flow, F::Return)
                && step.memory.iter().zip(addresses).any(|(m, a)| any(&self.load(*a, m.size)))
        {
            return Some("the target of a jump depends on a secret");
        }
        if step.variable && self.reads_secrets(step, addresses) {
            return Some("the time of an instruction depends on a secret");
        }
        if step.repeats && self.general[Register::RCX.number()] != 0 {
            return Some("the length of a repetition is a secret");
        }
        None
    }

    fn reads_secrets(&self, step: &Step, addresses: &[u64]) -> bool {
        step.reads.iter().any(|r| any(&self.read(*r)))
            || self.flags & step.instruction.rflags_read() != 0
            || step
                .memory
                .iter()
                .zip(addresses)
                .any(|(m, a)| m.reads && any(&self.load(*a, m.size)))
    }

    /// Operand 0 after the move of the elements that the mask names.
    fn moved(&self, step: &Step, addresses: &[u64], mask: u64) -> Secrets {
        let source = self.operand(step, addresses, 1);
        let zeroing = step.instruction.zeroing_masking();
        let old = if zeroing { NOTHING } else { self.written(step, addresses) };
        let mut result = NOTHING;
        for i in 0..self.result_size(step) {
            let from = if mask >> (i / step.element) & 1 == 1 { &source } else { &old };
            result[i / 8] |= from[i / 8] & 0xff << (8 * (i % 8));
        }
        result
    }

    /// The bits of a comparison's result, of the elements that the mask names.
    fn compared(&self, step: &Step, addresses: &[u64], mask: u64) -> Secrets {
        let both = either(self.operand(step, addresses, 1), self.operand(step, addresses, 2));
        let mut result = NOTHING;
        for i in 0..step.instruction.op1_register().size() {
            if both[i / 8] >> (8 * (i % 8)) & 0xff != 0 {
                result[0] |= 1 << (i / step.element);
            }
        }
        result[0] &= mask;
        result
    }

    fn move_secrets(&mut self, step: &Step, addresses: &[u64], count: u64) {
        let instruction = &step.instruction;
        let secret = self.reads_secrets(step, addresses);
        let flags = instruction.rflags_modified();
        let fixed = instruction.rflags_cleared() | instruction.rflags_set();
        let stack = addresses.first().copied().unwrap_or(0);
        match step.kind {
            Kind::Strings => return self.strings(step, addresses, count),
            Kind::Call => {
                for (memory, address) in step.memory.iter().zip(addresses) {
                    if memory.writes {
                        self.store(*address, memory.size, &NOTHING);
                    }
                }
                return;
            }
            Kind::Push => {
                // Of a memory operand the second one is the stack.
                let value = self.operand(step, addresses, 0);
                let pushed = step.memory.iter().zip(addresses).find(|(m, _)| m.writes);
                if let Some((memory, address)) = pushed {
                    self.store(*address, memory.size, &value);
                }
                return;
            }
            Kind::Pop => {
                let size = step.memory[0].size;
                let value = self.load(stack, size);
                return self.write(instruction.op0_register(), value, false);
            }
            Kind::Kernel => {
                for register in [Register::RAX, Register::RCX, Register::R11] {
                    self.write(register, NOTHING, false);
                }
                return;
            }
            Kind::ZeroUpper => {
                let kept = if instruction.mnemonic() == Mnemonic::Vzeroall { 0 } else { 16 };
                for (i, vector) in self.vectors[..16].iter_mut().enumerate() {
                    *vector = low(*vector, kept);
                    self.secret.vectors = with(self.secret.vectors, i, any(vector));
                }
                return;
            }
            Kind::Swap => {
                let (a, b) = (self.operand(step, addresses, 0), self.operand(step, addresses, 1));
                self.write_operand(step, addresses, 0, b);
                return self.write_operand(step, addresses, 1, a);
            }
            _ => {}
        }
        if !secret || step.kind == Kind::Constant {
            let legacy = instruction.encoding() == EncodingKind::Legacy;
            for register in &step.writes {
                self.write(*register, NOTHING, legacy);
            }
            for (memory, address) in step.memory.iter().zip(addresses) {
                // A mask leaves parts of it as they are.
                if memory.writes && instruction.op_mask() == Register::None {
                    self.store(*address, memory.size, &NOTHING);
                }
            }
            self.flags &= !flags;
            return;
        }
        let operands: Vec<(u32, Secrets)> = (0..instruction.op_count())
            .filter(|i| {
                use OpAccess::{CondRead, Read, ReadCondWrite, ReadWrite};
                let reads =
                    matches!(step.access[*i as usize], Read | CondRead | ReadWrite | ReadCondWrite);
                reads || *i > 0 && instruction.op_kind(*i) == OpKind::Register
            })
            .map(|i| (i, self.operand(step, addresses, i)))
            .collect();
        let mask = instruction.op_mask();
        let union = operands.iter().fold(NOTHING, |u, (_, s)| either(u, *s));
        let flag_in = self.flags & instruction.rflags_read() != 0;
        let sources = operands.iter().filter(|(i, _)| *i > 0);
        let source = sources.fold(NOTHING, |u, (_, s)| either(u, *s));
        let size = self.result_size(step);
        let number = match step.count {
            Some(_) => Some(count),
            None => instruction.try_immediate(instruction.op_count().saturating_sub(1)).ok(),
        };
        let result = match step.kind {
            Kind::Move => source,
            Kind::SignedMove => {
                let bits = 8 * match instruction.op1_kind() {
                    OpKind::Register => instruction.op1_register().size(),
                    _ => step.memory[0].size,
                };
                let sign = source[0] >> (bits - 1) & 1 == 1;
                [source[0] | if sign { u64::MAX << (bits - 1) } else { 0 }, 0, 0, 0, 0, 0, 0, 0]
            }
            Kind::Bitwise => {
                let mut r = union;
                if step.combines {
                    r[0] &= !self.fixed;
                }
                r
            }
            Kind::ConditionalMove if !flag_in => match self.taken {
                Some(true) => source,
                Some(false) => self.written(step, addresses),
                None => union,
            },
            Kind::Set => [1, 0, 0, 0, 0, 0, 0, 0],
            Kind::MaskCompare => self.compared(step, addresses, u64::MAX),
            Kind::Upwards if !flag_in => {
                // Also the registers of `lea`.
                let doubled = instruction.mnemonic() == Mnemonic::Add
                    && instruction.op0_register() == instruction.op1_register();
                let read = match instruction.mnemonic() {
                    Mnemonic::Lea => self.lea(instruction),
                    _ => union[0] << u32::from(doubled),
                };
                [
                    (u64::MAX << read.trailing_zeros()).wrapping_mul(u64::from(read != 0)),
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                ]
            }
            Kind::Permutation => {
                let mut operands = [None; 4];
                let mut bytes = [0; 64];
                for (byte, source) in bytes.iter_mut().zip(&step.sources) {
                    let Some((i, at)) = *source else { continue };
                    let of = operands[i as usize]
                        .get_or_insert_with(|| self.operand(step, addresses, i));
                    *byte = (of[at / 8] >> (8 * (at % 8))) as u8;
                }
                let (words, _) = bytes.as_chunks();
                core::array::from_fn(|i| u64::from_le_bytes(words[i]))
            }
            Kind::Shift if step.count.is_some_and(|i| any(&self.operand(step, addresses, i))) => {
                all(size)
            }
            Kind::Shift => shifted(instruction, size, number.unwrap_or(0), &operands),
            Kind::Lanes => {
                let lanes = core::array::from_fn(|i| if union[i] == 0 { 0 } else { u64::MAX });
                // A count that all lanes share.
                let last = instruction.op_count() - 1;
                let shared = step.shared_count && any(&self.operand(step, addresses, last));
                if shared { all(size) } else { lanes }
            }
            _ => all(size),
        };
        if step.kind == Kind::Any {
            for register in &step.writes {
                self.write(*register, all(64), false);
            }
            for (memory, address) in step.memory.iter().zip(addresses) {
                if memory.writes {
                    self.store(*address, memory.size, &all(64));
                }
            }
        } else if step.kind != Kind::Compare {
            let mut result = result;
            if mask != Register::None {
                if any(&self.read(mask)) {
                    result = all(size);
                } else if !instruction.zeroing_masking() {
                    result = either(result, self.written(step, addresses));
                }
            }
            self.write_operand(step, addresses, 0, result);
        }
        if flags != 0 {
            let shown = match step.kind {
                Kind::Compare if instruction.mnemonic() == Mnemonic::Test => {
                    union[0] & !self.fixed != 0
                }
                Kind::Bitwise => any(&low(result, size)),
                _ => true,
            };
            self.flags &= !flags;
            if shown {
                self.flags |= flags & !fixed;
            }
        }
    }

    fn lea(&self, instruction: &Instruction) -> u64 {
        let registers = [instruction.memory_base(), instruction.memory_index()];
        let [base, index] = registers.map(|r| self.read(r)[0]);
        let scale = instruction.memory_index_scale();
        if registers[0] == registers[1] {
            // A multiple: of an even number the lowest bit is 0.
            return base << (1 + scale).trailing_zeros();
        }
        base | index << scale.trailing_zeros()
    }

    /// The bytes that operand 0 has.
    fn result_size(&self, step: &Step) -> usize {
        match step.instruction.op0_kind() {
            OpKind::Register => step.instruction.op0_register().size(),
            _ => step.memory.first().map_or(0, |m| m.size),
        }
    }

    /// What operand 0 holds before it is written.
    fn written(&self, step: &Step, addresses: &[u64]) -> Secrets {
        match step.instruction.op0_kind() {
            OpKind::Register => self.read(step.instruction.op0_register()),
            _ => self.load(addresses[0], step.memory[0].size),
        }
    }

    fn write_operand(&mut self, step: &Step, addresses: &[u64], i: u32, secrets: Secrets) {
        if step.instruction.op_kind(i) == OpKind::Register {
            let legacy = step.instruction.encoding() == EncodingKind::Legacy;
            let vector = step.instruction.op_register(i).is_vector_register();
            // Loads and `movq` make the rest 0; to keep it would only keep what is no secret.
            self.write(step.instruction.op_register(i), secrets, legacy && vector);
        } else if let Some((memory, address)) =
            step.memory.iter().zip(addresses).find(|(m, _)| m.writes)
        {
            self.store(*address, memory.size, &secrets);
        }
    }

    fn strings(&mut self, step: &Step, addresses: &[u64], count: u64) {
        use Mnemonic::{Movsb, Movsd, Movsq, Movsw, Stosb, Stosd, Stosq, Stosw};
        let Some(size) = step.memory.first().map(|m| m.size) else { return };
        let bytes = size * count as usize;
        let target = step.memory.iter().position(|m| m.writes);
        match step.instruction.mnemonic() {
            Movsb | Movsw | Movsd | Movsq => {
                let from = step.memory.iter().position(|m| m.reads).expect("it reads");
                let copied = self.load_bytes(addresses[from], bytes);
                self.store_bytes(addresses[target.expect("it writes")], &copied);
            }
            Stosb | Stosw | Stosd | Stosq => {
                let secrets = self.general[0].to_le_bytes();
                let stored: Vec<_> = (0..bytes).map(|i| secrets[i % size]).collect();
                self.store_bytes(addresses[target.expect("it writes")], &stored);
            }
            other => assert!(!self.reads_secrets(step, addresses), "{other:?} of secrets"),
        }
    }
}

/// The secret bits of a shift by `n`, or of bytes turned round.
fn shifted(instruction: &Instruction, size: usize, n: u64, operands: &[(u32, Secrets)]) -> Secrets {
    let bits = 8 * size as u32;
    let n = n as u32 & if bits == 64 { 63 } else { 31 };
    let operand = |i: usize| operands.get(i).map_or(0, |(_, s)| s[0]);
    let a = operand(0);
    let turned = |by: u32| {
        let by = by % bits;
        if by == 0 { a } else { a << by | a >> (bits - by) }
    };
    let sign = if a >> (bits - 1) & 1 == 1 && n > 0 { u64::MAX << (bits - n.min(bits)) } else { 0 };
    let r = match instruction.mnemonic() {
        Mnemonic::Shl | Mnemonic::Shlx => a << n,
        Mnemonic::Shr | Mnemonic::Shrx => a >> n,
        Mnemonic::Sar | Mnemonic::Sarx => a >> n | sign,
        Mnemonic::Bts | Mnemonic::Btr => a & !(1 << n),
        Mnemonic::Rol => turned(n),
        Mnemonic::Ror | Mnemonic::Rorx => turned(bits - n % bits),
        Mnemonic::Bswap => a.swap_bytes() >> (64 - bits),
        Mnemonic::Shld if n > 0 => a << n | operand(1) >> (bits - n),
        Mnemonic::Shrd if n > 0 => a >> n | operand(1) << (bits - n),
        _ => a,
    };
    low([r, 0, 0, 0, 0, 0, 0, 0], size)
}
