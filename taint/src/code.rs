//! Machine code, decoded: what the evaluator asks about each instruction, once.

use crate::kind::Kind;
use iced_x86::{
    Decoder, DecoderOptions, FlowControl, Instruction, InstructionInfoFactory, Mnemonic, OpAccess,
    OpKind, Register,
};

/// What an instruction reads or writes in memory.
pub struct Memory {
    pub base: Option<usize>,
    pub index: Option<(usize, u64)>,
    pub displacement: u64,
    pub thread_local: bool,
    pub size: usize,
    pub reads: bool,
    pub writes: bool,
    /// The registers that the address is computed from.
    pub registers: [Register; 2],
}

/// Registers as bits: general ones, vectors, masks.
#[derive(Clone, Copy, Default)]
pub struct Set {
    pub general: u16,
    pub vectors: u32,
    pub masks: u8,
}

impl Set {
    fn of(registers: &[Register]) -> Set {
        let mut set = Set::default();
        for &register in registers {
            if let Some(number) = general(register) {
                set.general |= 1 << number;
            } else if register.is_vector_register() {
                set.vectors |= 1 << register.number();
            } else if register.is_k() {
                set.masks |= 1 << register.number();
            }
        }
        set
    }

    pub fn meets(self, other: Set) -> bool {
        self.general & other.general != 0
            || self.vectors & other.vectors != 0
            || self.masks & other.masks != 0
    }
}

/// One instruction, with what the evaluator asks about it.
pub struct Step {
    pub instruction: Instruction,
    pub kind: Kind,
    pub flow: FlowControl,
    pub memory: Vec<Memory>,
    pub reads: Vec<Register>,
    pub writes: Vec<Register>,
    /// What it reads or writes, addresses included.
    pub touches: Set,
    pub access: [OpAccess; 5],
    /// The flags that it reads, and the flags that it changes.
    pub flags: [u32; 2],
    /// Its time depends on its operands.
    pub variable: bool,
    /// Its last operand counts shifts for all lanes.
    pub shared_count: bool,
    /// A conjunction or disjunction of two words: a public bit of one may decide the result's.
    pub combines: bool,
    /// A shift by a register: the operand that counts.
    pub count: Option<u32>,
    /// It is repeated as often as rcx says.
    pub repeats: bool,
    /// Where a permutation takes each byte of the result from: operand and byte.
    pub sources: Vec<Option<(u32, usize)>>,
    /// The bytes of an element that a mask keeps or drops.
    pub element: usize,
    /// Its place in the tracer's list of visits.
    pub number: usize,
}

/// The general register's number, if it is one.
pub fn general(register: Register) -> Option<usize> {
    register.is_gpr().then(|| register.full_register().number())
}

impl Step {
    /// The instruction at `ip`, whose bytes these are.
    pub fn decode(
        bytes: &[u8],
        ip: u64,
        factory: &mut InstructionInfoFactory,
        number: usize,
    ) -> Step {
        let instruction = Decoder::with_ip(64, bytes, ip, DecoderOptions::NONE).decode();
        let info = factory.info(&instruction);
        let name = format!("{:?}", instruction.mnemonic()).to_lowercase();
        // Of a repeated one no size is known.
        let string = Kind::of(&instruction) == Kind::Strings;
        let widths = [("b", 1), ("w", 2), ("d", 4), ("q", 8)];
        let width = widths.iter().find(|(end, _)| string && name.ends_with(end)).map(|w| w.1);
        let memory: Vec<_> =
            info.used_memory()
                .iter()
                .filter(|m| m.access() != OpAccess::NoMemAccess)
                .map(|m| {
                    assert!(
                        [m.base(), m.index()].iter().all(|&r| general(r).is_some()
                            || matches!(r, Register::None | Register::RIP)),
                        "{ip:#x}: addresses in vectors are not followed"
                    );
                    let access = m.access();
                    Memory {
                        base: general(m.base()),
                        index: general(m.index()).map(|r| (r, u64::from(m.scale()))),
                        displacement: m.displacement(),
                        thread_local: m.segment() == Register::FS,
                        size: width.unwrap_or(m.memory_size().size()),
                        reads: !matches!(access, OpAccess::Write | OpAccess::CondWrite),
                        writes: !matches!(access, OpAccess::Read | OpAccess::CondRead),
                        registers: [m.base(), m.index()],
                    }
                })
                .collect();
        let used = |wanted: &dyn Fn(OpAccess) -> bool| -> Vec<Register> {
            let all = info.used_registers().iter();
            all.filter(|u| wanted(u.access())).map(|u| u.register()).collect()
        };
        let reads =
            used(&|a| !matches!(a, OpAccess::Write | OpAccess::NoMemAccess | OpAccess::None));
        let writes = used(&|a| {
            use OpAccess::{CondWrite, ReadCondWrite, ReadWrite, Write};
            matches!(a, Write | CondWrite | ReadWrite | ReadCondWrite)
        });
        let of_memory = memory.iter().flat_map(|m| m.registers);
        let all: Vec<_> = reads.iter().chain(&writes).copied().chain(of_memory).collect();
        let variable = ["div", "idiv", "vdiv", "sqrt", "vsqrt", "pdep", "pext", "fdiv", "fsqrt"];
        let short = name.trim_start_matches('v');
        let sources = sources(short, &instruction);
        let kind = if sources.is_empty() { Kind::of(&instruction) } else { Kind::Permutation };
        Step {
            kind,
            flow: instruction.flow_control(),
            touches: Set::of(&all),
            memory,
            reads,
            writes,
            access: core::array::from_fn(|i| info.op_access(i as u32)),
            flags: [instruction.rflags_read(), instruction.rflags_modified()],
            variable: variable.iter().any(|v| name.starts_with(v)),
            shared_count: ["psll", "psrl", "psra"].iter().any(|s| short.starts_with(s))
                && !short.contains("lv")
                && !short.contains("av"),
            combines: matches!(
                instruction.mnemonic(),
                Mnemonic::And | Mnemonic::Or | Mnemonic::Test
            ),
            count: (kind == Kind::Shift && instruction.op_count() > 1)
                .then(|| instruction.op_count() - 1)
                .filter(|&last| instruction.op_kind(last) == OpKind::Register),
            repeats: kind == Kind::Strings
                && (instruction.has_rep_prefix() || instruction.has_repne_prefix()),
            element: [("16", 2), ("32", 4), ("64", 8), ("8", 1), ("ps", 4), ("pd", 8)]
                .iter()
                .chain(&widths)
                .find(|(end, _)| name.ends_with(end))
                .map_or(8, |(_, bytes)| *bytes),
            instruction,
            sources,
            number,
        }
    }

    /// Which of its parts of memory operand `i` is read from.
    pub fn source(&self) -> Option<usize> {
        self.memory.iter().position(|m| m.reads || !m.writes)
    }

    /// The operand's bytes.
    pub fn size(&self, i: u32) -> usize {
        match self.instruction.op_kind(i) {
            OpKind::Register => self.instruction.op_register(i).size(),
            OpKind::Memory => self.instruction.memory_size().size(),
            _ => 8,
        }
    }
}

/// Operand and byte that each byte of operand 0 is taken from, `None` for 0; empty if the
/// instruction is no permutation that its immediate number decides.
fn sources(name: &str, instruction: &Instruction) -> Vec<Option<(u32, usize)>> {
    let last = instruction.op_count().saturating_sub(1);
    let is_operand = |i: &u32| matches!(instruction.op_kind(*i), OpKind::Register | OpKind::Memory);
    let operands = (0..=last).filter(is_operand).count() as u32;
    let number = instruction.try_immediate(last).map_or(0, |n| n as usize);
    let immediate = operands <= last;
    if operands == 0 || instruction.is_broadcast() {
        return Vec::new();
    }
    // The first source, and the last one.
    let (a, b) = (operands.saturating_sub(2).min(1), operands - 1);
    let size = match instruction.op0_kind() {
        OpKind::Register => instruction.op0_register().size(),
        _ => instruction.memory_size().size(),
    };
    let stores = instruction.op0_kind() == OpKind::Memory;
    let ends = |ends: &[(&str, usize)]| {
        ends.iter().find(|(end, _)| name.ends_with(end)).map(|(_, width)| *width)
    };
    let between = instruction.op_count() > 1 && !stores && instruction.op1_kind() != OpKind::Memory;
    let of = |i: usize| -> Option<Option<(u32, usize)>> {
        let (lane, j) = (i & !15, i % 16);
        let one = |operand, byte| Some(Some((operand, byte)));
        match name {
            _ if name.starts_with("punpck") || name.starts_with("unpck") => {
                let widths = [("qdq", 8), ("dq", 4), ("wd", 2), ("bw", 1), ("ps", 4), ("pd", 8)];
                let width = ends(&widths)?;
                let (element, high) = (j / width, if name.contains("ckh") { 8 } else { 0 });
                let byte = lane + high + element / 2 * width + j % width;
                one(if element % 2 == 1 { b } else { a }, byte)
            }
            "pshufd" => one(b, lane + 4 * (number >> (j / 4 * 2) & 3) + j % 4),
            "shufps" => {
                let byte = lane + 4 * (number >> (j / 4 * 2) & 3) + j % 4;
                one(if j < 8 { a } else { b }, byte)
            }
            "shufpd" => one(if j < 8 { a } else { b }, lane + 8 * (number >> (i / 8) & 1) + i % 8),
            "permq" | "permpd" if immediate => {
                one(b, i / 32 * 32 + 8 * (number >> (i / 8 % 4 * 2) & 3) + i % 8)
            }
            "perm2i128" | "perm2f128" => {
                let half = number >> (i / 16 * 4) & 15;
                let zero = half & 8 != 0;
                let operand = if half & 2 == 0 { a } else { b };
                Some((!zero).then_some((operand, half % 2 * 16 + j)))
            }
            _ if name.starts_with("inserti") || name.starts_with("insertf") => {
                let width =
                    ends(&[("64x4", 32), ("32x8", 32), ("128", 16), ("x4", 16), ("x2", 16)])?;
                let place = number & (size / width - 1);
                if i / width == place { one(b, i % width) } else { one(a, i) }
            }
            _ if name.starts_with("extracti") || name.starts_with("extractf") => {
                one(1, size * number + i)
            }
            "pinsrb" | "pinsrw" | "pinsrd" | "pinsrq" => {
                let width = ends(&[("b", 1), ("w", 2), ("d", 4), ("q", 8)])?;
                let place = number & (16 / width - 1);
                if i / width == place { one(b, i % width) } else { one(a, i) }
            }
            "pextrb" | "pextrw" | "pextrd" | "pextrq" => {
                let width = ends(&[("b", 1), ("w", 2), ("d", 4), ("q", 8)])?;
                let place = number & (16 / width - 1);
                Some((i < width).then_some((1, width * place + i)))
            }
            "pbroadcastb" => one(1, 0),
            "pbroadcastw" => one(1, i % 2),
            "pbroadcastd" | "broadcastss" => one(1, i % 4),
            "pbroadcastq" | "broadcastsd" => one(1, i % 8),
            "broadcasti128" | "broadcastf128" | "broadcasti32x4" | "broadcasti64x2" => one(1, j),
            "broadcasti64x4" | "broadcasti32x8" => one(1, i % 32),
            "movddup" => one(b, lane + i % 8),
            "palignr" => match j + number {
                k @ 0..16 => one(b, lane + k),
                k @ 16..32 => one(a, lane + k - 16),
                _ => Some(None),
            },
            "alignq" | "alignd" => {
                let width = ends(&[("q", 8), ("d", 4)])?;
                let k = i + width * (number & (size / width - 1));
                if k < size { one(b, k) } else { one(a, k - size) }
            }
            "pslldq" => Some((j >= number).then(|| (b, lane + j - number))),
            "psrldq" => Some((j + number < 16).then(|| (b, lane + j + number))),
            "pblendd" | "blendps" | "blendpd" | "pblendw" if immediate => {
                let width = ends(&[("dd", 4), ("ps", 4), ("pd", 8), ("dw", 2)])?;
                let bit = if width == 2 { j / 2 } else { i / width };
                one(if number >> bit & 1 == 1 { b } else { a }, i)
            }
            "movhps" | "movhpd" if stores => one(1, i + 8),
            "movhps" | "movhpd" | "movlhps" => {
                if i < 8 {
                    one(a, i)
                } else {
                    one(b, i - 8)
                }
            }
            "movlps" | "movlpd" if stores => one(1, i),
            "movlps" | "movlpd" => one(if i < 8 { b } else { a }, i),
            "movhlps" => {
                if i < 8 {
                    one(b, i + 8)
                } else {
                    one(a, i)
                }
            }
            "movss" | "movsd" if between && instruction.op0_register().is_xmm() => {
                let width = ends(&[("s", 4), ("d", 8)])?;
                one(if i < width { b } else { a }, i)
            }
            "shufi64x2" | "shufi32x4" | "shuff64x2" | "shuff32x4" => {
                let (lanes, k) = (size / 16, i / 16);
                let chosen = if lanes == 4 { number >> (2 * k) & 3 } else { number >> k & 1 };
                one(if k < lanes / 2 { a } else { b }, 16 * chosen + j)
            }
            _ => None,
        }
    };
    (0..size).map_while(of).collect()
}
