//! What the processor is about to do, computed ahead of it: general registers, flags and memory, as
//! far as they are known. So the tracer need not stop where a path forks or an address is new.
//!
//! Results of instructions that are not in the list are unknown. What reads one stops there and
//! asks. Each stop compares what is known here with the processor.

use crate::code::{Step, general};
use crate::kind::Kind;
use crate::shadow::Hashed;
use iced_x86::{
    ConditionCode, FlowControl, Instruction, Mnemonic, OpKind, Register, RflagsBits as F,
};
use std::fs::File;
use std::os::unix::fs::FileExt;

const PAGE: u64 = 4096;

/// Flags by their bits in the register and in `RflagsBits`.
const FLAGS: [(u32, u32); 5] = [(0, F::CF), (2, F::PF), (6, F::ZF), (7, F::SF), (11, F::OF)];

struct Page {
    bytes: [u8; PAGE as usize],
    /// A bit for each byte that is not known.
    unknown: [u64; PAGE as usize / 64],
}

#[derive(Default)]
pub struct Machine {
    pub general: [Option<u64>; 16],
    /// The mask registers.
    pub masks: [Option<u64>; 8],
    flags: u32,
    known: u32,
    fs_base: u64,
    pages: Hashed<Box<Page>>,
    /// Pages with unknown bytes.
    stale: Vec<u64>,
}

fn mask(bytes: usize) -> u64 {
    if bytes >= 8 { u64::MAX } else { (1 << (8 * bytes)) - 1 }
}

/// The result of an instruction, and the flags that are known with it: their values and which.
struct Outcome {
    result: Option<u64>,
    flags: u32,
    known: u32,
}

impl Outcome {
    fn of(result: Option<u64>) -> Outcome {
        Outcome { result, flags: 0, known: 0 }
    }
}

impl Machine {
    /// The processor's state at a stop.
    pub fn load(&mut self, r: &libc::user_regs_struct) {
        let general = [
            r.rax, r.rcx, r.rdx, r.rbx, r.rsp, r.rbp, r.rsi, r.rdi, r.r8, r.r9, r.r10, r.r11,
            r.r12, r.r13, r.r14, r.r15,
        ];
        self.general = general.map(Some);
        self.masks = [None; 8];
        self.flags = FLAGS.iter().map(|(bit, flag)| (r.eflags as u32 >> bit & 1) * flag).sum();
        self.known = FLAGS.iter().map(|(_, flag)| flag).sum();
        self.fs_base = r.fs_base;
        for page in self.stale.drain(..) {
            self.pages.remove(&page);
        }
    }

    /// What differs between this and the processor.
    pub fn differs(&self, r: &libc::user_regs_struct) -> Option<String> {
        let mut real = Machine::default();
        real.load(r);
        for (i, (mine, true_)) in self.general.iter().zip(&real.general).enumerate() {
            if mine.is_some() && mine != true_ {
                return Some(format!("register {i}: {mine:x?}, not {true_:x?}"));
            }
        }
        let wrong = (self.flags ^ real.flags) & self.known & real.known;
        (wrong != 0).then(|| format!("flags {wrong:#x}"))
    }

    /// Memory was changed by others.
    pub fn forget_memory(&mut self) {
        self.pages.clear();
        self.stale.clear();
    }

    fn page(&mut self, memory: &File, number: u64) -> &mut Page {
        self.pages.entry(number).or_insert_with(|| {
            let mut page = Page { bytes: [0; PAGE as usize], unknown: [0; PAGE as usize / 64] };
            let _ = memory.read_at(&mut page.bytes, number * PAGE);
            Box::new(page)
        })
    }

    /// At most eight bytes.
    pub fn read(&mut self, memory: &File, address: u64, bytes: usize) -> Option<u64> {
        let (number, at) = (address / PAGE, (address % PAGE) as usize);
        if at + bytes > PAGE as usize {
            let here = PAGE as usize - at;
            let low = self.read(memory, address, here)?;
            let high = self.read(memory, address + here as u64, bytes - here)?;
            return Some(low | high << (8 * here));
        }
        let page = self.page(memory, number);
        if (at..at + bytes).any(|i| page.unknown[i / 64] >> (i % 64) & 1 == 1) {
            return None;
        }
        let mut word = [0; 8];
        word[..bytes].copy_from_slice(&page.bytes[at..at + bytes]);
        Some(u64::from_le_bytes(word))
    }

    fn write(&mut self, memory: &File, address: u64, bytes: usize, value: Option<u64>) {
        let (mut done, value) = (0, value.filter(|_| bytes <= 8));
        while done < bytes {
            let (number, at) =
                ((address + done as u64) / PAGE, ((address + done as u64) % PAGE) as usize);
            let here = (bytes - done).min(PAGE as usize - at);
            let page = self.page(memory, number);
            if let Some(value) = value {
                let word = (value >> (8 * done)).to_le_bytes();
                page.bytes[at..at + here].copy_from_slice(&word[..here]);
            }
            for i in at..at + here {
                let bit = 1 << (i % 64);
                match value {
                    Some(_) => page.unknown[i / 64] &= !bit,
                    None => page.unknown[i / 64] |= bit,
                }
            }
            if value.is_none() && self.stale.last() != Some(&number) {
                self.stale.push(number);
            }
            done += here;
        }
    }

    fn register(&self, register: Register) -> Option<u64> {
        let value = self.general[general(register)?]?;
        let high = matches!(register, Register::AH | Register::BH | Register::CH | Register::DH);
        Some(if high { value >> 8 & 0xff } else { value & mask(register.size()) })
    }

    fn set(&mut self, register: Register, value: Option<u64>) {
        let Some(number) = general(register) else { return };
        let bytes = register.size();
        let high = matches!(register, Register::AH | Register::BH | Register::CH | Register::DH);
        let old = self.general[number];
        self.general[number] = match (bytes, high) {
            (4 | 8, _) => value.map(|v| v & mask(bytes)),
            (_, true) => old.zip(value).map(|(o, v)| o & !0xff00 | (v & 0xff) << 8),
            _ => old.zip(value).map(|(o, v)| o & !mask(bytes) | v & mask(bytes)),
        };
    }

    /// Where the instruction touches memory, if its registers are known.
    pub fn addresses(&self, step: &Step, addresses: &mut Vec<u64>) -> Option<()> {
        addresses.clear();
        for m in &step.memory {
            let base = m.base.map_or(Some(0), |r| self.general[r])?;
            let index = m.index.map_or(Some(0), |(r, scale)| {
                self.general[r].map(|value| value.wrapping_mul(scale))
            })?;
            let local = if m.thread_local { self.fs_base } else { 0 };
            addresses
                .push(base.wrapping_add(index).wrapping_add(m.displacement).wrapping_add(local));
        }
        Some(())
    }

    /// The value of operand `i`.
    pub fn operand(&mut self, memory: &File, step: &Step, at: &[u64], i: u32) -> Option<u64> {
        match step.instruction.op_kind(i) {
            OpKind::Register => self.register(step.instruction.op_register(i)),
            OpKind::Memory => {
                let bytes = step.size(i);
                let address = at[step.source()?];
                if bytes > 8 { None } else { self.read(memory, address, bytes) }
            }
            _ => step.instruction.try_immediate(i).ok(),
        }
    }

    fn set_operand(&mut self, memory: &File, step: &Step, at: &[u64], value: Option<u64>) {
        match step.instruction.op0_kind() {
            OpKind::Register => self.set(step.instruction.op0_register(), value),
            OpKind::Memory => {
                if let Some(i) = step.memory.iter().position(|m| m.writes) {
                    self.write(memory, at[i], step.size(0), value);
                }
            }
            _ => {}
        }
    }

    fn flag(&self, flag: u32) -> Option<bool> {
        (self.known & flag != 0).then_some(self.flags & flag != 0)
    }

    /// Whether the instruction's condition holds.
    pub fn condition(&self, instruction: &Instruction) -> Option<bool> {
        let flag = |f| self.flag(f);
        let or = |a: Option<bool>, b: Option<bool>| match (a, b) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(a), Some(b)) => Some(a || b),
            _ => None,
        };
        let less = || Some(flag(F::SF)? != flag(F::OF)?);
        use ConditionCode as C;
        match instruction.condition_code() {
            C::o => flag(F::OF),
            C::no => flag(F::OF).map(|f| !f),
            C::b => flag(F::CF),
            C::ae => flag(F::CF).map(|f| !f),
            C::e => flag(F::ZF),
            C::ne => flag(F::ZF).map(|f| !f),
            C::be => or(flag(F::CF), flag(F::ZF)),
            C::a => or(flag(F::CF), flag(F::ZF)).map(|f| !f),
            C::s => flag(F::SF),
            C::ns => flag(F::SF).map(|f| !f),
            C::p => flag(F::PF),
            C::np => flag(F::PF).map(|f| !f),
            C::l => less(),
            C::ge => less().map(|f| !f),
            C::le => or(flag(F::ZF), less()),
            C::g => or(flag(F::ZF), less()).map(|f| !f),
            C::None => None,
        }
    }

    /// The address of the instruction that follows this one.
    pub fn next(&mut self, memory: &File, step: &Step, at: &[u64]) -> Option<u64> {
        let instruction = &step.instruction;
        let next = instruction.next_ip();
        match step.flow {
            FlowControl::Next => Some(next),
            FlowControl::UnconditionalBranch | FlowControl::Call
                if instruction.op0_kind() == OpKind::NearBranch64 =>
            {
                Some(instruction.near_branch_target())
            }
            FlowControl::ConditionalBranch => {
                let taken = match instruction.mnemonic() {
                    Mnemonic::Jrcxz => self.general[1]? == 0,
                    Mnemonic::Jecxz => self.general[1]? as u32 == 0,
                    _ => self.condition(instruction)?,
                };
                Some(if taken { instruction.near_branch_target() } else { next })
            }
            FlowControl::IndirectBranch | FlowControl::IndirectCall => {
                self.operand(memory, step, at, 0)
            }
            FlowControl::Return => self.read(memory, at[0], 8),
            _ => None,
        }
    }

    /// Executes the instruction, as far as it is known.
    pub fn execute(&mut self, memory: &File, step: &Step, at: &[u64]) {
        let instruction = &step.instruction;
        let written = |step: &Step| step.memory.iter().position(|m| m.writes);
        let moved = |value: Option<u64>, by: i32| value.map(|v| v.wrapping_add(by as i64 as u64));
        let stack = moved(self.general[4], instruction.stack_pointer_increment());
        match step.kind {
            Kind::Push | Kind::Pop | Kind::Call => {
                let value = match step.kind {
                    Kind::Push => self.operand(memory, step, at, 0),
                    Kind::Pop => self.read(memory, at[0], step.memory[0].size),
                    _ => Some(instruction.next_ip()),
                };
                self.general[4] = stack;
                if step.kind == Kind::Pop {
                    self.set_operand(memory, step, at, value);
                } else if let Some(i) = written(step) {
                    self.write(memory, at[i], step.memory[i].size, value);
                }
                return;
            }
            Kind::Strings => return self.strings(memory, step, at),
            Kind::Swap => {
                let [a, b] = [0, 1].map(|i| self.operand(memory, step, at, i));
                self.set_operand(memory, step, at, b);
                return self.set(instruction.op1_register(), a);
            }
            _ => {}
        }
        match instruction.mnemonic() {
            Mnemonic::Mul | Mnemonic::Mulx => return self.product(memory, step, at),
            Mnemonic::Kmovb | Mnemonic::Kmovw | Mnemonic::Kmovd | Mnemonic::Kmovq => {
                let from = instruction.op1_register();
                let value = match from.is_k() {
                    true => self.masks[from.number()],
                    false => self.operand(memory, step, at, 1),
                };
                if instruction.op0_register().is_k() {
                    self.masks[instruction.op0_register().number()] = value;
                    return;
                }
                return self.set_operand(memory, step, at, value);
            }
            _ => {}
        }
        let outcome = self.outcome(memory, step, at);
        let modified = step.flags[1];
        let none = Outcome::of(None);
        let Outcome { result, flags, known } = outcome.unwrap_or(none);
        if result.is_some() && step.writes.len() <= 1 || step.kind == Kind::Compare {
            if step.kind != Kind::Compare {
                self.set_operand(memory, step, at, result);
            }
        } else {
            for &register in &step.writes {
                self.set(register, None);
                if register.is_k() {
                    self.masks[register.number()] = None;
                }
            }
            for (m, &address) in step.memory.iter().zip(at).filter(|(m, _)| m.writes) {
                self.write(memory, address, m.size, None);
            }
        }
        self.known = self.known & !modified | known;
        self.flags = self.flags & !known | flags & known;
    }

    fn product(&mut self, memory: &File, step: &Step, at: &[u64]) {
        let instruction = &step.instruction;
        let mulx = instruction.mnemonic() == Mnemonic::Mulx;
        let size = step.size(0);
        let b = self.operand(memory, step, at, if mulx { 2 } else { 0 });
        let a = self.general[if mulx { 2 } else { 0 }];
        let product = a.zip(b).map(|(a, b)| u128::from(a & mask(size)) * u128::from(b));
        let low = product.map(|p| p as u64 & mask(size));
        let high = product.map(|p| (p >> (8 * size)) as u64 & mask(size));
        if mulx {
            self.set(instruction.op1_register(), low);
            self.set(instruction.op0_register(), high);
        } else {
            let parts = match size {
                8 => [Register::RAX, Register::RDX],
                4 => [Register::EAX, Register::EDX],
                2 => [Register::AX, Register::DX],
                _ => [Register::AL, Register::AH],
            };
            self.set(parts[0], low);
            self.set(parts[1], high);
            self.known &= !step.flags[1];
        }
    }

    fn strings(&mut self, memory: &File, step: &Step, at: &[u64]) {
        use Mnemonic::{Movsb, Movsd, Movsq, Movsw, Stosb, Stosd, Stosq, Stosw};
        let count = if step.repeats { self.general[1] } else { Some(1) };
        let size = step.memory.first().map_or(0, |m| m.size) as u64;
        let mnemonic = step.instruction.mnemonic();
        let bytes = count.map(|count| count * size).unwrap_or(0);
        let moves = matches!(mnemonic, Movsb | Movsw | Movsd | Movsq);
        let advanced = |r: Option<u64>| count.and(r).map(|r| r.wrapping_add(bytes));
        let (rsi, rdi) = (advanced(self.general[6]), advanced(self.general[7]));
        for (m, &address) in step.memory.iter().zip(at).filter(|(m, _)| m.writes) {
            let _ = m;
            self.write(memory, address, bytes as usize, None);
        }
        for &register in &step.writes {
            self.set(register, None);
        }
        self.known &= !step.flags[1];
        if moves || matches!(mnemonic, Stosb | Stosw | Stosd | Stosq) {
            self.general[7] = rdi;
            if moves {
                self.general[6] = rsi;
            }
            if step.repeats {
                self.general[1] = count.map(|_| 0);
            }
        }
    }

    fn outcome(&mut self, memory: &File, step: &Step, at: &[u64]) -> Option<Outcome> {
        use Mnemonic as M;
        let instruction = &step.instruction;
        let mnemonic = instruction.mnemonic();
        let size = if instruction.op_count() == 0 { 8 } else { step.size(0) };
        let (bits, whole) = (8 * size as u32, mask(size));
        let logic = |r: u64| {
            let r = r & whole;
            Some(Outcome { result: Some(r), flags: of_result(r, bits), known: F::CF | F::OF | LOW })
        };
        if step.kind == Kind::Constant && matches!(mnemonic, M::Xor | M::Sub) {
            return logic(0);
        }
        let mut operand = |i| self.operand(memory, step, at, i);
        let last = instruction.op_count().wrapping_sub(1);
        match mnemonic {
            M::Mov | M::Movzx => Some(Outcome::of(Some(operand(1)? & whole))),
            M::Movsx | M::Movsxd => {
                let from = 64 - 8 * step.size(1) as u32;
                Some(Outcome::of(Some(((operand(1)? << from) as i64 >> from) as u64 & whole)))
            }
            M::Lea => {
                let index = match general(instruction.memory_index()) {
                    Some(i) => self.general[i]? * u64::from(instruction.memory_index_scale()),
                    None => 0,
                };
                let base = match general(instruction.memory_base()) {
                    Some(i) => self.general[i]?,
                    None => 0,
                };
                let at = instruction.memory_displacement64();
                Some(Outcome::of(Some(base.wrapping_add(index).wrapping_add(at) & whole)))
            }
            M::And | M::Test => logic(operand(0)? & operand(1)?),
            M::Or => logic(operand(0)? | operand(1)?),
            M::Xor => logic(operand(0)? ^ operand(1)?),
            M::Andn => {
                let r = !operand(1)? & operand(2)? & whole;
                let known = F::CF | F::OF | F::ZF | F::SF;
                Some(Outcome { result: Some(r), flags: of_result(r, bits), known })
            }
            M::Not => Some(Outcome::of(Some(!operand(0)? & whole))),
            M::Add | M::Adc | M::Inc | M::Adcx | M::Adox => {
                let a = operand(0)?;
                let b = if mnemonic == M::Inc { 1 } else { operand(1)? & whole };
                let carry = match mnemonic {
                    M::Adc | M::Adcx => self.flag(F::CF)?,
                    M::Adox => self.flag(F::OF)?,
                    _ => false,
                };
                let sum = u128::from(a) + u128::from(b) + u128::from(carry);
                let (r, out) = (sum as u64 & whole, sum >> bits != 0);
                match mnemonic {
                    M::Adcx => return Some(only(r, F::CF, out)),
                    M::Adox => return Some(only(r, F::OF, out)),
                    _ => {}
                }
                let over = ((a ^ r) & (b ^ r)) >> (bits - 1) & 1 == 1;
                Some(arithmetic(r, bits, out, over, mnemonic == M::Inc))
            }
            M::Sub | M::Cmp | M::Sbb | M::Dec | M::Neg => {
                let (a, b) = match mnemonic {
                    M::Neg => (0, operand(0)?),
                    M::Dec => (operand(0)?, 1),
                    _ => (operand(0)?, operand(1)? & whole),
                };
                let borrow = mnemonic == M::Sbb && self.flag(F::CF)?;
                let r = a.wrapping_sub(b).wrapping_sub(u64::from(borrow)) & whole;
                let out = u128::from(a) < u128::from(b) + u128::from(borrow);
                let over = ((a ^ b) & (a ^ r)) >> (bits - 1) & 1 == 1;
                Some(arithmetic(r, bits, out, over, mnemonic == M::Dec))
            }
            M::Imul if instruction.op_count() >= 2 => {
                let first = u32::from(instruction.op_count() == 3);
                Some(Outcome::of(Some(operand(first)?.wrapping_mul(operand(last)?) & whole)))
            }
            M::Shl | M::Shr | M::Sar => {
                let n = (operand(1)? as u32) & if size == 8 { 63 } else { 31 };
                let a = operand(0)?;
                if n == 0 {
                    let known = self.known & step.flags[1];
                    return Some(Outcome { result: Some(a), flags: self.flags, known });
                }
                let signed = ((a << (64 - bits)) as i64 >> (64 - bits)) as i128;
                let (r, out) = match mnemonic {
                    M::Shl => ((u128::from(a) << n) as u64, u128::from(a) << n >> bits & 1 == 1),
                    M::Shr => (a >> n, a >> (n - 1) & 1 == 1),
                    _ => ((signed >> n) as u64, signed >> (n - 1) & 1 == 1),
                };
                let r = r & whole;
                let flags = of_result(r, bits) | if out { F::CF } else { 0 };
                Some(Outcome { result: Some(r), flags, known: F::CF | LOW })
            }
            M::Shlx | M::Shrx | M::Sarx => {
                let (a, n) = (operand(1)?, operand(2)? as u32 & (bits - 1));
                Some(Outcome::of(Some(
                    whole
                        & match mnemonic {
                            M::Shlx => a << n,
                            M::Shrx => a >> n,
                            _ => (((a << (64 - bits)) as i64 >> (64 - bits)) >> n) as u64,
                        },
                )))
            }
            M::Rol | M::Ror | M::Rorx if size >= 4 => {
                let n = operand(last)? as u32 & (bits - 1);
                let a = operand(last - 1)?;
                let left = if mnemonic == M::Rol { n } else { (bits - n) & (bits - 1) };
                let r = if left == 0 { a } else { (a << left | a >> (bits - left)) & whole };
                Some(Outcome::of(Some(r)))
            }
            M::Bswap if size == 8 => Some(Outcome::of(Some(operand(0)?.swap_bytes()))),
            M::Bswap if size == 4 => {
                Some(Outcome::of(Some(u64::from((operand(0)? as u32).swap_bytes()))))
            }
            M::Lzcnt | M::Tzcnt => {
                let a = operand(1)?;
                let r = match (mnemonic, a) {
                    (_, 0) => bits,
                    (M::Lzcnt, _) => a.leading_zeros() - (64 - bits),
                    _ => a.trailing_zeros(),
                };
                Some(Outcome::of(Some(u64::from(r))))
            }
            M::Bsr | M::Bsf => {
                let a = operand(1).filter(|a| *a != 0)?;
                let r =
                    if mnemonic == M::Bsr { 63 - a.leading_zeros() } else { a.trailing_zeros() };
                Some(Outcome { result: Some(u64::from(r)), flags: 0, known: F::ZF })
            }
            M::Bt if instruction.op0_kind() == OpKind::Register => {
                let bit = operand(0)? >> (operand(1)? & u64::from(bits - 1)) & 1 == 1;
                Some(Outcome { result: None, flags: if bit { F::CF } else { 0 }, known: F::CF })
            }
            _ if step.kind == Kind::Set => {
                Some(Outcome::of(Some(u64::from(self.condition(instruction)?))))
            }
            _ if step.kind == Kind::ConditionalMove => {
                let taken = self.condition(instruction)?;
                Some(Outcome::of(Some(self.operand(memory, step, at, u32::from(taken))?)))
            }
            _ => None,
        }
    }
}

/// Zero, sign and parity.
const LOW: u32 = F::ZF | F::SF | F::PF;

fn of_result(r: u64, bits: u32) -> u32 {
    let flag = |set: bool, flag: u32| if set { flag } else { 0 };
    flag(r == 0, F::ZF)
        | flag(r >> (bits - 1) & 1 == 1, F::SF)
        | flag((r as u8).count_ones().is_multiple_of(2), F::PF)
}

/// A result with one flag.
fn only(r: u64, flag: u32, set: bool) -> Outcome {
    Outcome { result: Some(r), flags: if set { flag } else { 0 }, known: flag }
}

/// A sum or difference; a step up or down keeps the carry.
fn arithmetic(r: u64, bits: u32, carry: bool, overflow: bool, keeps_carry: bool) -> Outcome {
    let flags = of_result(r, bits)
        | if carry && !keeps_carry { F::CF } else { 0 }
        | if overflow { F::OF } else { 0 };
    Outcome { result: Some(r), flags, known: F::OF | LOW | if keeps_carry { 0 } else { F::CF } }
}
