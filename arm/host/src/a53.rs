//! An in-order model of the Cortex-A53: two instructions a cycle, at most one product and one load
//! or store among them. Vectors of 128 bits take both halves of the vector pipes.
//!
//! LLVM's own model charges three cycles for each chained `adcs` (536 thousand cycles for
//! Lenngren's X25519, which takes 145 thousand). This one gives 141 thousand, and for s2n-bignum's
//! 159 thousand (163 on a board), 422 (435) in its form for wide cores, 102 (112) for a public key:
//! 2 to 9 % less than boards. It knows no caches and no mispredicted branches.

use std::collections::HashMap;

/// What executes an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Integer,
    Multiplier,
    Memory,
    Vector,
    VectorMultiplier,
    Branch,
}

#[derive(Clone)]
struct Instruction {
    unit: Unit,
    writes: Vec<usize>,
    reads: Vec<usize>,
    /// A register that it adds to, which it needs later than the others.
    adds_to: Option<usize>,
    latency: u64,
    /// Cycles for which it keeps its unit.
    busy: u64,
    whole_vector: bool,
    reads_flags: bool,
    writes_flags: bool,
}

/// Registers of integers, then of vectors.
const REGISTERS: usize = 64;

/// The registers that a text names, in order, without the zero register.
fn registers(text: &str) -> Vec<usize> {
    let number = |word: &str| {
        let mut letters = word.chars();
        let kind = letters.next()?;
        let number: usize = letters.as_str().parse().ok()?;
        match kind {
            'x' | 'w' => Some(number),
            'v' | 'q' | 'd' | 's' => Some(32 + number),
            _ => None,
        }
    };
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .filter_map(|word| if word == "sp" { Some(31) } else { number(word) })
        .collect()
}

const WRITE_FLAGS: &[&str] = &[
    "adds", "subs", "adcs", "sbcs", "cmp", "cmn", "tst", "ands", "ccmp", "ccmn", "bics", "negs",
    "ngcs",
];
const READ_FLAGS: &[&str] = &[
    "adc", "adcs", "sbc", "sbcs", "csel", "cset", "cinc", "cinv", "cneg", "csetm", "ngc", "ngcs",
    "ccmp", "ccmn", "csinc", "csinv", "csneg", "fcsel",
];
const SLOW_VECTOR: &[&str] = &["usra", "shl", "ushr", "trn1", "trn2", "zip1", "uzp1", "uzp2"];
const ADD_VECTOR: &[&str] = &["umlal", "umlal2", "mla", "usra", "bif", "bit", "bsl", "ins"];

impl Instruction {
    fn of(line: &str) -> Self {
        let (name, operands) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let base = name.split('.').next().unwrap_or(name);
        let (first, rest) = operands.split_once(',').unwrap_or((operands, ""));
        let mut i = Self {
            unit: Unit::Integer,
            writes: registers(first),
            reads: registers(rest),
            adds_to: None,
            latency: 1,
            busy: 1,
            whole_vector: false,
            reads_flags: READ_FLAGS.contains(&base) || name.starts_with("b."),
            writes_flags: WRITE_FLAGS.contains(&base),
        };
        let vector = operands.split([',', ' ', '{']).any(|o| o.starts_with('v') && o.contains('.'))
            || matches!(base, "fmov" | "fcsel");
        if let Some((values, address)) =
            operands.split_once('[').filter(|_| !vector || base.ends_with('1'))
        {
            i.memory(base, values, address);
        } else if name.starts_with("b.")
            || matches!(base, "b" | "bl" | "ret" | "br" | "blr" | "cbz" | "cbnz" | "tbz" | "tbnz")
        {
            (i.unit, i.reads, i.writes) = (Unit::Branch, registers(operands), Vec::new());
        } else if vector {
            i.vector(base, first);
        } else {
            i.scalar(base, first, operands);
        }
        i
    }

    fn memory(&mut self, base: &str, values: &str, address: &str) {
        self.unit = Unit::Memory;
        let quad = values.contains('q');
        if base.starts_with("ld") {
            (self.writes, self.reads, self.latency) = (registers(values), registers(address), 3);
            self.busy = match (base, quad) {
                ("ldp", true) => 4,
                ("ldp" | "ld1", _) | (_, true) => 2,
                _ => 1,
            };
        } else {
            self.reads = [registers(values), registers(address)].concat();
            self.writes.clear();
            self.busy = if quad && base == "stp" { 2 } else { 1 };
        }
    }

    fn vector(&mut self, base: &str, first: &str) {
        self.whole_vector = [".2d", ".4s", ".16b", ".8h"].iter().any(|form| first.contains(form));
        if ["umu", "uml", "smu", "sml"].iter().any(|m| base.starts_with(m))
            || matches!(base, "mul" | "pmul" | "mla")
        {
            (self.unit, self.latency, self.whole_vector) = (Unit::VectorMultiplier, 4, true);
        } else {
            self.unit = Unit::Vector;
            self.latency = 2 + u64::from(SLOW_VECTOR.contains(&base));
        }
        if matches!(base, "fmov" | "umov" | "mov") && self.writes.first().is_some_and(|&r| r < 32) {
            self.latency = 3;
        }
        if ADD_VECTOR.contains(&base) {
            self.adds_to = self.writes.first().copied();
        }
    }

    fn scalar(&mut self, base: &str, first: &str, operands: &str) {
        match base {
            "mul" | "madd" | "msub" | "mneg" => {
                self.unit = Unit::Multiplier;
                (self.latency, self.busy) = if first.starts_with('w') { (3, 1) } else { (4, 3) };
            }
            "umulh" | "smulh" => (self.unit, self.latency, self.busy) = (Unit::Multiplier, 5, 3),
            "umaddl" | "umull" | "smaddl" | "smull" | "umsubl" => {
                (self.unit, self.latency) = (Unit::Multiplier, 3);
                if self.reads.len() == 3 {
                    self.adds_to = self.reads.pop();
                }
            }
            "cmp" | "cmn" | "tst" | "ccmp" | "ccmn" => {
                (self.reads, self.writes) = (registers(operands), Vec::new());
            }
            "movk" | "bfi" | "bfxil" | "bfm" => self.reads = registers(operands),
            "nop" | "hint" => {
                self.reads.clear();
                self.writes.clear();
            }
            _ if [", lsl #", ", lsr #", ", asr #", ", ror #"]
                .iter()
                .any(|s| operands.contains(s)) =>
            {
                self.latency = 2;
            }
            _ => {}
        }
    }
}

/// Cycles from the first instruction to the start of the last.
pub fn cycles(text: &[String]) -> u64 {
    let mut known: HashMap<&str, Instruction> = HashMap::new();
    // When a register can be read, and when it can be added to.
    let (mut ready, mut sum_ready) = ([0; REGISTERS], [0; REGISTERS]);
    let (mut flags, mut multiplier, mut memory) = (0, 0, 0);
    let (mut now, mut issued, mut halves) = (0, 0, 0);
    for line in text {
        let i = &*known.entry(line).or_insert_with(|| Instruction::of(line));
        let vector = matches!(i.unit, Unit::Vector | Unit::VectorMultiplier);
        let mut start = i.reads.iter().map(|&r| ready[r]).fold(now, u64::max);
        start = start.max(i.adds_to.map_or(0, |r| sum_ready[r]));
        start = start.max(if i.reads_flags { flags } else { 0 });
        start = start.max(match i.unit {
            Unit::Multiplier => multiplier,
            Unit::Memory => memory,
            _ => 0,
        });
        if start == now && (issued == 2 || vector && (halves >= 2 || i.whole_vector && halves > 0))
        {
            start += 1;
        }
        if start > now {
            (now, issued, halves) = (start, 0, 0);
        }
        issued += 1;
        match i.unit {
            Unit::Multiplier => multiplier = now + i.busy,
            Unit::Memory => memory = now + i.busy,
            _ if vector => halves += if i.whole_vector { 2 } else { 1 },
            _ => {}
        }
        let short = i.unit == Unit::VectorMultiplier
            || i.adds_to.is_some()
            || i.unit == Unit::Multiplier && i.busy == 1;
        for &r in &i.writes {
            (ready[r], sum_ready[r]) = (now + i.latency, now + if short { 1 } else { i.latency });
        }
        if i.writes_flags {
            flags = now + 1;
        }
    }
    now
}
