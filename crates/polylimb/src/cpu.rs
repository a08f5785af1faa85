//! CPU features as a value.
//!
//! Kernels are chosen once, when a modulus, field or team is made, from a [`Features`] argument:
//! tests and the command line pass a mask and so force any kernel. Without `std` only the features
//! that the compiler assumes for the target are known.
//!
//! ```
//! use polylimb::cpu::Features;
//! use polylimb::authors::limb::Kernel;
//! // The kernel of this machine, and the one that every machine has.
//! let best = Kernel::best(Features::detect());
//! let portable = Kernel::best(Features::NONE);
//! assert_eq!(portable.name(), "portable");
//! assert!(Kernel::available(Features::detect()).any(|kernel| kernel.name() == best.name()));
//! ```

use core::fmt;
#[cfg(feature = "std")]
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The features passed to [`Features::assume`].
#[cfg(feature = "std")]
static ASSUMED: AtomicU32 = AtomicU32::new(0);

/// A set of CPU features that kernels may use.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Features(u32);

/// Name and bit of every feature, in the order they are printed.
const NAMES: [(&str, Features); 13] = [
    ("bmi2", Features::BMI2),
    ("adx", Features::ADX),
    ("avx2", Features::AVX2),
    ("avx512f", Features::AVX512F),
    ("avx512ifma", Features::AVX512IFMA),
    ("pclmulqdq", Features::PCLMULQDQ),
    ("vpclmulqdq", Features::VPCLMULQDQ),
    ("neon", Features::NEON),
    ("umaal", Features::UMAAL),
    ("umulh", Features::UMULH),
    ("pmull", Features::PMULL),
    ("dit", Features::DIT),
    ("narrow", Features::NARROW),
];

impl Features {
    /// No feature: only portable kernels remain.
    pub const NONE: Self = Self(0);
    /// x86-64 BMI2: `mulx`, `pdep`, `pext`.
    pub const BMI2: Self = Self(1 << 0);
    /// x86-64 ADX: `adcx`, `adox`.
    pub const ADX: Self = Self(1 << 1);
    /// x86-64 AVX2.
    pub const AVX2: Self = Self(1 << 2);
    /// x86-64 AVX-512 foundation, for vectors of all lengths (AVX-512 VL): all CPUs that have the
    /// one but Xeon Phi.
    pub const AVX512F: Self = Self(1 << 3);
    /// x86-64 AVX-512 IFMA: 52-bit multiply-add.
    pub const AVX512IFMA: Self = Self(1 << 4);
    /// x86-64 carry-less multiplication.
    pub const PCLMULQDQ: Self = Self(1 << 5);
    /// x86-64 carry-less multiplication of 256- and 512-bit vectors.
    pub const VPCLMULQDQ: Self = Self(1 << 6);
    /// Arm NEON.
    pub const NEON: Self = Self(1 << 7);
    /// Armv6 and later: `umaal`.
    pub const UMAAL: Self = Self(1 << 8);
    /// `AArch64`: `umulh`.
    pub const UMULH: Self = Self(1 << 9);
    /// `AArch64`: `pmull` of 64-bit words.
    pub const PMULL: Self = Self(1 << 10);
    /// `AArch64`: data-independent timing.
    pub const DIT: Self = Self(1 << 11);
    /// `AArch64`: cores whose `mul` and `umulh` take about three cycles each (Cortex-A53, A72, A76,
    /// Neoverse N1). No ability, but what is fast there: products by Karatsuba's method. Linux
    /// tells the core; elsewhere it is not detected. A machine with wide cores beside narrow ones
    /// counts as wide.
    pub const NARROW: Self = Self(1 << 12);

    /// What the kernels `mulx` need, of words and of fields.
    pub const MULX: Self = Self::BMI2.with(Self::ADX);
    /// What vectors of eight lanes with the 52-bit multiply-add need.
    pub const IFMA: Self = Self::AVX512F.with(Self::AVX512IFMA);
    /// What products of polynomials over `F_2` need, in the three-operand form.
    pub const CLMUL: Self = Self::PCLMULQDQ.with(Self::AVX2);

    /// Whether `needs` may be used: this set and this CPU have all of it. Every kernel, kernel set
    /// and vector is chosen by this question, once, when a modulus, field or engine is made.
    #[must_use]
    pub fn allows(self, needs: Self) -> bool {
        self.intersection(Self::detect()).contains(needs)
    }

    /// The features of this CPU. With `std` the standard library caches the result.
    #[must_use]
    pub fn detect() -> Self {
        let mut found = Self::NONE;
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        {
            let mut note = |present: bool, feature: Self| {
                if present {
                    found = found.with(feature);
                }
            };
            note(std::arch::is_x86_feature_detected!("bmi2"), Self::BMI2);
            note(std::arch::is_x86_feature_detected!("adx"), Self::ADX);
            note(std::arch::is_x86_feature_detected!("avx2"), Self::AVX2);
            let all_lengths = std::arch::is_x86_feature_detected!("avx512vl");
            note(all_lengths && std::arch::is_x86_feature_detected!("avx512f"), Self::AVX512F);
            note(std::arch::is_x86_feature_detected!("avx512ifma"), Self::AVX512IFMA);
            note(std::arch::is_x86_feature_detected!("pclmulqdq"), Self::PCLMULQDQ);
            note(std::arch::is_x86_feature_detected!("vpclmulqdq"), Self::VPCLMULQDQ);
        }
        #[cfg(all(feature = "std", target_arch = "aarch64"))]
        for (present, feature) in [
            (std::arch::is_aarch64_feature_detected!("pmull"), Self::PMULL),
            (std::arch::is_aarch64_feature_detected!("dit"), Self::DIT),
        ] {
            if present {
                found = found.with(feature);
            }
        }
        #[cfg(all(feature = "std", target_arch = "aarch64", target_os = "linux"))]
        if all_are_narrow() {
            found = found.with(Self::NARROW);
        }
        #[cfg(all(feature = "std", target_arch = "arm", target_os = "linux"))]
        if has_neon() {
            found = found.with(Self::NEON);
        }
        for (present, feature) in [
            (cfg!(target_feature = "bmi2"), Self::BMI2),
            (cfg!(target_feature = "adx"), Self::ADX),
            (cfg!(target_feature = "avx2"), Self::AVX2),
            (cfg!(all(target_feature = "avx512f", target_feature = "avx512vl")), Self::AVX512F),
            (cfg!(target_feature = "avx512ifma"), Self::AVX512IFMA),
            (cfg!(target_feature = "pclmulqdq"), Self::PCLMULQDQ),
            (cfg!(target_feature = "vpclmulqdq"), Self::VPCLMULQDQ),
            (cfg!(any(target_arch = "aarch64", target_feature = "neon")), Self::NEON),
            (cfg!(target_arch = "aarch64"), Self::UMULH),
            (cfg!(all(target_arch = "aarch64", target_feature = "aes")), Self::PMULL),
            (cfg!(all(target_arch = "aarch64", target_feature = "dit")), Self::DIT),
            // Targets that pass numbers in floating-point registers run Linux only from Armv6 on.
            // Of other targets stable compilers do not tell: `polylimb_umaal` does.
            (
                cfg!(all(
                    target_arch = "arm",
                    any(all(target_os = "linux", target_abi = "eabihf"), polylimb_umaal)
                )),
                Self::UMAAL,
            ),
        ] {
            if present {
                found = found.with(feature);
            }
        }
        #[cfg(feature = "std")]
        let found = found.with(Self(ASSUMED.load(Relaxed)));
        found
    }

    /// Makes [`Features::detect`] report these features too, in the whole process from now on. For
    /// programs that run under a tool that hides features of the CPU, as Valgrind hides the ADX
    /// that it executes.
    ///
    /// # Safety
    /// The CPU must have them: their instructions will be executed.
    #[cfg(feature = "std")]
    pub unsafe fn assume(self) {
        ASSUMED.fetch_or(self.0, Relaxed);
    }

    /// Both sets together.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// This set without the features of `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The features that both sets have.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether every feature of `other` is in this set.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The names of the features in this set.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        NAMES.into_iter().filter(move |(_, f)| self.contains(*f)).map(|(name, _)| name)
    }

    /// The feature named `name`.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        NAMES.into_iter().find(|(n, _)| *n == name).map(|(_, f)| f)
    }
}

/// While it lives, the instructions of this thread take a time that does not depend on their data,
/// where the CPU can be told so: `AArch64` with `FEAT_DIT`, as Neoverse V1 and Apple's M1. It
/// leaves the thread as it found it, so such scopes may lie within each other.
///
/// Multiples of points, pairings, signatures, agreements and powers with secret exponents begin
/// one. Begin one around code of your own that computes with secrets: products of a
/// [`Modulus`](crate::modmul::Modulus), say. Where each operation is short, one scope around many
/// saves time.
///
/// ```
/// use polylimb::cpu::DataIndependentTiming;
/// let scope = DataIndependentTiming::begin();
/// // Here secrets are computed with.
/// drop(scope);
/// ```
#[must_use = "the scope ends when it is dropped"]
#[derive(Debug)]
pub struct DataIndependentTiming {
    #[cfg(target_arch = "aarch64")]
    begun: bool,
    /// It belongs to its thread.
    thread: core::marker::PhantomData<*const ()>,
}

impl DataIndependentTiming {
    /// From here on.
    #[inline]
    pub fn begin() -> Self {
        Self {
            #[cfg(target_arch = "aarch64")]
            begun: dit::begin(),
            thread: core::marker::PhantomData,
        }
    }
}

#[cfg(target_arch = "aarch64")]
impl Drop for DataIndependentTiming {
    #[inline]
    fn drop(&mut self) {
        if self.begun {
            dit::end();
        }
    }
}

/// `PSTATE.DIT`, by the name that assemblers know without the feature.
#[cfg(target_arch = "aarch64")]
mod dit {
    use super::Features;
    use core::arch::asm;

    const SET: u64 = 1 << 24;

    /// Sets the bit. False if it was set, or if there is none.
    #[inline]
    pub(super) fn begin() -> bool {
        if !Features::detect().contains(Features::DIT) {
            return false;
        }
        let was: u64;
        // SAFETY: the CPU has the register.
        unsafe {
            asm!("mrs {}, S3_3_C4_C2_5", out(reg) was, options(nomem, nostack, preserves_flags));
        }
        if was & SET != 0 {
            return false;
        }
        // SAFETY: as above. The barrier keeps instructions that were begun before from counting as
        // later ones. Memory counts as changed, so that no access to a secret moves up.
        unsafe {
            asm!("msr S3_3_C4_C2_5, {}", "isb", in(reg) SET, options(nostack, preserves_flags));
        }
        true
    }

    /// Clears the bit.
    #[inline]
    pub(super) fn end() {
        // SAFETY: `begin` found the register; memory as there.
        unsafe { asm!("msr S3_3_C4_C2_5, xzr", options(nostack, preserves_flags)) };
    }
}

/// The capabilities that Linux reports in the process's auxiliary vector: pairs of words, of which
/// type 16 is the capabilities (`AT_HWCAP`).
#[cfg(all(
    feature = "std",
    any(target_arch = "arm", target_arch = "aarch64"),
    target_os = "linux"
))]
fn capabilities() -> usize {
    const WORD: usize = size_of::<usize>();
    let vector = std::fs::read("/proc/self/auxv").unwrap_or_default();
    let word = |i| vector.as_chunks::<WORD>().0.get(i).map(|word| usize::from_ne_bytes(*word));
    let types = (0..vector.len() / WORD).step_by(2);
    types.filter(|&i| word(i) == Some(16)).find_map(|i| word(i + 1)).unwrap_or_default()
}

/// Whether there is NEON: bit 12 (`HWCAP_NEON`).
#[cfg(all(feature = "std", target_arch = "arm", target_os = "linux"))]
fn has_neon() -> bool {
    static NEON: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    *NEON.get_or_init(|| capabilities() >> 12 & 1 == 1)
}

/// Whether all cores are narrow, by their register `MIDR_EL1` [DDI0595]. Linux lets programs read
/// the register of the core where they run (bit 11, `HWCAP_CPUID`), and has a file for each core.
#[cfg(all(feature = "std", target_arch = "aarch64", target_os = "linux"))]
fn all_are_narrow() -> bool {
    static NARROW: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    *NARROW.get_or_init(|| {
        if capabilities() >> 11 & 1 == 0 {
            return false;
        }
        let here: u64;
        // SAFETY: Linux answers for the register.
        unsafe {
            core::arch::asm!("mrs {}, MIDR_EL1", out(reg) here, options(nomem, nostack, preserves_flags));
        }
        let of_core = |core| {
            let file = std::format!("/sys/devices/system/cpu/cpu{core}/regs/identification/midr_el1");
            let text = std::fs::read_to_string(file).ok()?;
            u64::from_str_radix(text.trim().trim_start_matches("0x"), 16).ok()
        };
        is_narrow(here) && (0..).map_while(of_core).all(is_narrow)
    })
}

/// Whether this is one of Arm's cores whose optimisation guide gives `umulh` three cycles or more,
/// or which execute in order: A34, A35, A53, A55, A57, A72 to A77, A65, A76AE, A65AE, Neoverse E1
/// and N1.
#[cfg(all(feature = "std", target_arch = "aarch64", target_os = "linux"))]
fn is_narrow(midr: u64) -> bool {
    const ARM: u64 = 0x41;
    const PARTS: [u64; 16] = [
        0xd02, 0xd03, 0xd04, 0xd05, 0xd06, 0xd07, 0xd08, 0xd09, 0xd0a, 0xd0b, 0xd0c, 0xd0d, 0xd0e,
        0xd43, 0xd46, 0xd4a,
    ];
    midr >> 24 & 0xff == ARM && PARTS.contains(&(midr >> 4 & 0xfff))
}

impl fmt::Debug for Features {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.names()).finish()
    }
}
