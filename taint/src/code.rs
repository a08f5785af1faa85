//! Machine code, cut into runs that the tracer need not stop in.
//!
//! A run is a path without a choice: its instructions are known when it begins, and so are the
//! addresses that they touch, as sums of registers at its beginning and numbers. Long runs make the
//! tracer fast: stopping costs a thousand times what an instruction costs.

use crate::kind::Kind;
use iced_x86::{
    Decoder, DecoderOptions, FlowControl, Instruction, InstructionInfoFactory, Mnemonic, OpAccess,
    OpKind, Register,
};
use std::collections::HashSet;

/// The instructions of one run at most.
const LONGEST: usize = 4000;

/// Stands for no register: the sum is a number.
pub const NONE: usize = 16;

/// A general register at the beginning of the run, and what was added since.
#[derive(Clone, Copy)]
pub struct Sum {
    pub register: usize,
    pub added: u64,
}

/// What an instruction reads or writes in memory.
pub struct Memory {
    pub base: Option<Sum>,
    pub index: Option<(Sum, u64)>,
    pub displacement: u64,
    pub thread_local: bool,
    pub size: usize,
    pub reads: bool,
    pub writes: bool,
    /// The registers that the address is computed from.
    pub registers: [Register; 2],
}

/// One instruction, with what the evaluator asks about it.
pub struct Step {
    pub instruction: Instruction,
    pub kind: Kind,
    pub memory: Vec<Memory>,
    pub reads: Vec<Register>,
    pub writes: Vec<Register>,
    pub access: [OpAccess; 5],
}

/// How a run ends.
pub enum End {
    /// At one of these addresses, which the run does not touch before.
    At(Vec<u64>),
    /// Its last instruction, at this address, is stepped over.
    Step(u64),
}

pub struct Run {
    pub steps: Vec<Step>,
    pub end: End,
}

/// The code of a process.
pub struct Code<'a> {
    /// Reads 16 bytes at an address.
    pub bytes: &'a dyn Fn(u64) -> [u8; 16],
    /// Where requests are made.
    pub marks: &'a HashSet<u64>,
    /// Whether the function at an address is to be followed.
    pub followed: &'a dyn Fn(u64) -> bool,
}

/// The general register's number, if it is one.
pub fn general(register: Register) -> Option<usize> {
    register.is_gpr().then(|| register.full_register().number())
}

fn is_string(instruction: &Instruction) -> bool {
    use Mnemonic::{
        Cmpsb, Cmpsq, Lodsb, Lodsq, Movsb, Movsd, Movsq, Movsw, Scasb, Stosb, Stosd, Stosq, Stosw,
    };
    let strings =
        [Movsb, Movsw, Movsd, Movsq, Stosb, Stosw, Stosd, Stosq, Cmpsb, Cmpsq, Scasb, Lodsb, Lodsq];
    strings.contains(&instruction.mnemonic())
        && (0..instruction.op_count())
            .any(|i| matches!(instruction.op_kind(i), OpKind::MemoryESRDI | OpKind::MemorySegRSI))
}

/// The run's registers as sums.
struct Sums([Option<Sum>; 16]);

impl Sums {
    fn new() -> Self {
        Sums(core::array::from_fn(|register| Some(Sum { register, added: 0 })))
    }

    fn of(&self, register: Register) -> Option<Sum> {
        self.0[general(register)?]
    }

    fn after(&mut self, instruction: &Instruction, written: &[Register]) {
        let whole = |r: Register| r.is_gpr64();
        let target = instruction.op0_register();
        let simple = instruction.op0_kind() == OpKind::Register && whole(target);
        let plus =
            |sum: Option<Sum>, n: u64| sum.map(|s| Sum { added: s.added.wrapping_add(n), ..s });
        let immediate = (instruction.op_count() == 2
            && !matches!(instruction.op1_kind(), OpKind::Register | OpKind::Memory))
        .then(|| instruction.try_immediate(1).ok())
        .flatten();
        let stack = plus(self.of(Register::RSP), instruction.stack_pointer_increment() as u64);
        let value = match instruction.mnemonic() {
            Mnemonic::Mov if simple && instruction.op1_kind() == OpKind::Register => {
                self.of(instruction.op1_register())
            }
            Mnemonic::Mov if simple => immediate.map(|n| Sum { register: NONE, added: n }),
            Mnemonic::Lea if simple && instruction.is_ip_rel_memory_operand() => {
                Some(Sum { register: NONE, added: instruction.ip_rel_memory_address() })
            }
            Mnemonic::Add if simple => immediate.and_then(|n| plus(self.of(target), n)),
            Mnemonic::Sub if simple => {
                immediate.and_then(|n| plus(self.of(target), n.wrapping_neg()))
            }
            Mnemonic::Inc if simple => plus(self.of(target), 1),
            Mnemonic::Dec if simple => plus(self.of(target), u64::MAX),
            Mnemonic::Lea
                if simple
                    && instruction.memory_index() == Register::None
                    && whole(instruction.memory_base()) =>
            {
                plus(self.of(instruction.memory_base()), instruction.memory_displacement64())
            }
            _ => None,
        };
        for register in written {
            if let Some(number) = general(*register) {
                self.0[number] = None;
            }
        }
        if let (true, Some(number)) = (simple, general(target))
            && written.iter().any(|w| general(*w) == Some(number))
        {
            self.0[number] = value;
        }
        let moves_stack = matches!(instruction.mnemonic(), Mnemonic::Push | Mnemonic::Pop)
            || matches!(
                instruction.flow_control(),
                FlowControl::Call | FlowControl::IndirectCall | FlowControl::Return
            );
        if moves_stack {
            self.0[Register::RSP.number()] = stack;
        }
    }
}

impl Code<'_> {
    fn decode(&self, ip: u64) -> Instruction {
        let bytes = (self.bytes)(ip);
        Decoder::with_ip(64, &bytes, ip, DecoderOptions::NONE).decode()
    }

    /// The run that begins at `ip`, which is no mark.
    pub fn run(&self, mut ip: u64, factory: &mut InstructionInfoFactory) -> Run {
        let (start, mut steps, mut visited) = (ip, Vec::new(), HashSet::new());
        let (mut sums, mut returns) = (Sums::new(), Vec::new());
        let mut last = ip;
        loop {
            let stop = self.marks.contains(&ip) || steps.len() == LONGEST;
            if stop || visited.contains(&ip) {
                break;
            }
            let instruction = self.decode(ip);
            let info = factory.info(&instruction);
            let mut known = true;
            let memory: Vec<_> = info
                .used_memory()
                .iter()
                .filter(|m| m.access() != OpAccess::NoMemAccess)
                .map(|m| {
                    let mut sum = |register: Register| match general(register) {
                        Some(_) => {
                            let sum = sums.of(register);
                            known &= sum.is_some();
                            sum
                        }
                        None => {
                            assert!(
                                matches!(register, Register::None | Register::RIP),
                                "{ip:#x}: addresses in vectors are not followed"
                            );
                            None
                        }
                    };
                    let base = sum(m.base());
                    let index = sum(m.index()).map(|s| (s, u64::from(m.scale())));
                    let access = m.access();
                    Memory {
                        base,
                        index,
                        displacement: m.displacement(),
                        thread_local: m.segment() == Register::FS,
                        size: m.memory_size().size(),
                        reads: !matches!(access, OpAccess::Write | OpAccess::CondWrite),
                        writes: !matches!(access, OpAccess::Read | OpAccess::CondRead),
                        registers: [m.base(), m.index()],
                    }
                })
                .collect();
            // Their effect on memory depends on registers.
            let string = is_string(&instruction) || instruction.mnemonic() == Mnemonic::Syscall;
            if (!known || string) && ip != start {
                break;
            }
            let used = |wanted: &dyn Fn(OpAccess) -> bool| -> Vec<Register> {
                let all = info.used_registers().iter();
                all.filter(|u| wanted(u.access())).map(|u| u.register()).collect()
            };
            let writes = |a| {
                use OpAccess::{CondWrite, ReadCondWrite, ReadWrite, Write};
                matches!(a, Write | CondWrite | ReadWrite | ReadCondWrite)
            };
            let (read, written) = (
                used(&|a| !matches!(a, OpAccess::Write | OpAccess::NoMemAccess | OpAccess::None)),
                used(&writes),
            );
            let access = core::array::from_fn(|i| info.op_access(i as u32));
            sums.after(&instruction, &written);
            let kind = Kind::of(&instruction);
            steps.push(Step { instruction, kind, memory, reads: read, writes: written, access });
            visited.insert(ip);
            last = ip;
            let next = instruction.next_ip();
            let fork = |targets: Vec<u64>| {
                if visited.len() > 1 && !targets.iter().any(|t| visited.contains(t)) {
                    End::At(targets)
                } else {
                    End::Step(last)
                }
            };
            let end = match instruction.flow_control() {
                FlowControl::Next if string => End::At(vec![next]),
                FlowControl::Next => {
                    ip = next;
                    continue;
                }
                FlowControl::UnconditionalBranch => {
                    ip = instruction.near_branch_target();
                    continue;
                }
                FlowControl::Call
                    if instruction.is_call_near()
                        && (self.followed)(instruction.near_branch_target()) =>
                {
                    returns.push(next);
                    ip = instruction.near_branch_target();
                    continue;
                }
                FlowControl::Return => match returns.pop() {
                    Some(back) => {
                        ip = back;
                        continue;
                    }
                    None => End::Step(last),
                },
                FlowControl::ConditionalBranch => {
                    fork(vec![instruction.near_branch_target(), next])
                }
                _ => End::Step(last),
            };
            return Run { steps, end };
        }
        let end = if visited.contains(&ip) || visited.len() == 1 {
            End::Step(last)
        } else {
            End::At(vec![ip])
        };
        Run { steps, end }
    }
}
