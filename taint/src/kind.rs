//! Instructions by how secrets move through them.

use iced_x86::{Code, Instruction, Mnemonic, OpKind, Register};

/// How an instruction's results depend on its operands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Move,
    SignedMove,
    Bitwise,
    /// A number that does not depend on the operands: `xor r, r`.
    Constant,
    /// As in a sum: a bit decides those above it.
    Upwards,
    /// A shift, or another move of bits that `shifted` knows.
    Shift,
    /// Of whole bytes, which `Step::sources` names.
    Permutation,
    /// Each lane of 64 bits by itself.
    Lanes,
    /// Only flags are written.
    Compare,
    /// A bit of a mask register for each element.
    MaskCompare,
    Set,
    ConditionalMove,
    Push,
    Pop,
    Swap,
    Call,
    Strings,
    ZeroUpper,
    Kernel,
    /// Nothing is known: all depends on all.
    Any,
}

impl Kind {
    pub fn of(instruction: &Instruction) -> Kind {
        use Mnemonic as M;
        let name = format!("{:?}", instruction.mnemonic()).to_lowercase();
        let code = instruction.code();
        let registers: Vec<_> = (0..instruction.op_count())
            .map(|i| match instruction.op_kind(i) {
                OpKind::Register => instruction.op_register(i),
                _ => Register::None,
            })
            .collect();
        let count = registers.len();
        let same = count >= 2
            && registers[count - 1] == registers[count - 2]
            && registers[0] != Register::None
            && registers[count - 1] != Register::None;
        let starts = |starts: &[&str]| starts.iter().any(|s| name.starts_with(s));
        let full_table =
            instruction.mnemonic() == M::Vpternlogd || instruction.mnemonic() == M::Vpternlogq;
        match instruction.mnemonic() {
            _ if instruction.is_broadcast() => Kind::Any,
            M::Vpternlogd | M::Vpternlogq if matches!(instruction.immediate8(), 0 | 255) => {
                Kind::Constant
            }
            M::Xor
            | M::Sub
            | M::Pxor
            | M::Xorps
            | M::Xorpd
            | M::Pcmpeqb
            | M::Pcmpeqd
            | M::Pcmpeqw
            | M::Vpcmpeqb
            | M::Vpcmpeqd
            | M::Kxorw
            | M::Kxorb
            | M::Kxnorw
            | M::Kxnorb
            | M::Vpxor
            | M::Vpxord
            | M::Vpxorq
            | M::Vxorps
            | M::Vxorpd
                if same =>
            {
                Kind::Constant
            }
            M::Push => Kind::Push,
            M::Pop => Kind::Pop,
            M::Xchg => Kind::Swap,
            M::Call | M::Ret => Kind::Call,
            M::Syscall => Kind::Kernel,
            M::Vzeroupper | M::Vzeroall => Kind::ZeroUpper,
            M::Cmp | M::Test => Kind::Compare,
            M::Movsx | M::Movsxd => Kind::SignedMove,
            _ if (0..instruction.op_count()).any(|i| {
                matches!(instruction.op_kind(i), OpKind::MemoryESRDI | OpKind::MemorySegRSI)
            }) =>
            {
                Kind::Strings
            }
            M::Mov
            | M::Movzx
            | M::Movups
            | M::Movaps
            | M::Movupd
            | M::Movapd
            | M::Movdqa
            | M::Movdqu
            | M::Movq
            | M::Movd
            | M::Vmovq
            | M::Vmovd
            | M::Movnti
            | M::Lddqu => Kind::Move,
            // Between registers these take one half from each operand.
            M::Movsd | M::Movss | M::Vmovsd | M::Vmovss => {
                if count == 2 && registers.contains(&Register::None) {
                    Kind::Move
                } else {
                    Kind::Any
                }
            }
            M::Lea
            | M::Add
            | M::Sub
            | M::Inc
            | M::Dec
            | M::Neg
            | M::Adc
            | M::Sbb
            | M::Adcx
            | M::Adox => Kind::Upwards,
            M::Imul if count >= 2 => Kind::Upwards,
            M::Shl | M::Shr | M::Sar | M::Rol | M::Ror | M::Rorx | M::Shld | M::Shrd => Kind::Shift,
            M::Shlx | M::Shrx | M::Sarx => Kind::Shift,
            M::Bts | M::Btr if registers[0] != Register::None => Kind::Shift,
            M::Bswap if code == Code::Bswap_r64 || code == Code::Bswap_r32 => Kind::Shift,
            _ if starts(&["cmov"]) => Kind::ConditionalMove,
            _ if starts(&["set"]) => Kind::Set,
            _ if starts(&["vmovdq", "vmovup", "vmovap", "vmovntdq", "kmov"]) => Kind::Move,
            M::And | M::Or | M::Xor | M::Not | M::Andn => Kind::Bitwise,
            _ if full_table
                || starts(&[
                    "pxor", "por", "pand", "vpxor", "vpor", "vpand", "xorp", "orp", "andp",
                ])
                || starts(&[
                    "andnp", "vxorp", "vorp", "vandp", "vandnp", "kxor", "kor", "kand", "knot",
                ]) && !name.starts_with("kort") =>
            {
                Kind::Bitwise
            }
            _ if registers.first().is_some_and(|r| r.is_k()) => {
                let elements = starts(&["vpcmp", "vptest"]);
                if elements { Kind::MaskCompare } else { Kind::Any }
            }
            _ if !name.ends_with("dq") || starts(&["vpmuludq", "pmuludq", "vpmuldq", "pmuldq"]) => {
                let name = name.trim_start_matches('v');
                let lanes = [
                    "padd", "psub", "pmadd52", "pmul", "pcmpeq", "pcmpgt", "psll", "psrl", "psra",
                    "pmin", "pmax", "pabs", "pblend", "prol", "pror", "pshld", "pshrd",
                ];
                let lanes = lanes.iter().any(|lane| name.starts_with(lane));
                if lanes && !name.starts_with("pblendv") { Kind::Lanes } else { Kind::Any }
            }
            _ => Kind::Any,
        }
    }
}
