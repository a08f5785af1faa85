//! Secrets as memcheck sees them: words whose value it takes for undefined.
//!
//! Valgrind's memcheck follows every bit that was never initialised and reports a conditional jump
//! or an address that depends on one: exactly what a secret must not decide (A. Langley, `ctgrind`,
//! 2010). The requests below are Valgrind's documented client requests: an instruction sequence
//! that does nothing on a real CPU and that Valgrind's translator recognises.

use polylimb::authors::limb::Word;
use polylimb::cpu::Features;

const RUNNING_ON_VALGRIND: usize = 0x1001;
const COUNT_ERRORS: usize = 0x1201;
const MEMCHECK: usize = ((b'M' as usize) << 24) | ((b'C' as usize) << 16);
const MAKE_MEM_UNDEFINED: usize = MEMCHECK + 1;
const MAKE_MEM_DEFINED: usize = MEMCHECK + 2;
const GET_VBITS: usize = MEMCHECK + 8;
const SET_VBITS: usize = MEMCHECK + 9;

/// The answer of Valgrind; 0 without it.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn request(code: usize, first: usize, second: usize, third: usize) -> usize {
    let arguments = [code, first, second, third, 0, 0];
    let mut answer = 0;
    // SAFETY: on a CPU the four rotations of rdi add up to 128 bits and so change nothing but
    // flags, and the exchange nothing at all. Valgrind reads `arguments`, writes rdx, and changes
    // only its own state of memory, except for `GET_VBITS`, which fills the buffer that `is_secret`
    // gives it.
    unsafe {
        core::arch::asm!(
            "rol rdi, 3",
            "rol rdi, 13",
            "rol rdi, 61",
            "rol rdi, 51",
            "xchg rbx, rbx",
            in("rax") arguments.as_ptr(),
            inout("rdx") answer,
            options(nostack),
        );
    }
    answer
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn request(_code: usize, _first: usize, _second: usize, _third: usize) -> usize {
    0
}

/// Whether this program runs under Valgrind.
pub fn running() -> bool {
    request(RUNNING_ON_VALGRIND, 0, 0, 0) != 0
}

/// Valgrind executes ADX but hides it. With `POLYLIMB_ADX` set this tells the library that ADX is
/// there; call it before a test of code that detects features itself.
pub fn tell_features() {
    if std::env::var_os("POLYLIMB_ADX").is_some() {
        // SAFETY: the one who sets the variable has found ADX among the CPU's features.
        unsafe { Features::ADX.assume() };
    }
}

/// The CPU's features.
pub fn features() -> Features {
    tell_features();
    Features::detect()
}

/// Makes the words, or bytes, secret.
pub fn hide<T>(words: &mut [T]) {
    request(MAKE_MEM_UNDEFINED, words.as_mut_ptr() as usize, size_of_val(words), 0);
}

/// Makes these bits of the words, or bytes, secret, and the others public.
pub fn hide_bits<T>(words: &mut [T], bits: &[T]) {
    assert_eq!(words.len(), bits.len());
    let (at, bits) = (words.as_mut_ptr() as usize, bits.as_ptr() as usize);
    request(SET_VBITS, at, bits, size_of_val(words));
}

/// Makes the words, or bytes, public again, so that they may be compared and printed.
pub fn reveal<T>(words: &mut [T]) {
    request(MAKE_MEM_DEFINED, words.as_mut_ptr() as usize, size_of_val(words), 0);
}

/// Whether any of the words depends on a secret.
pub fn is_secret(words: &[Word]) -> bool {
    // One bit for every bit: 1 if memcheck takes it for undefined.
    let mut undefined: Vec<Word> = vec![0; words.len()];
    request(
        GET_VBITS,
        words.as_ptr() as usize,
        undefined.as_mut_ptr() as usize,
        size_of_val(words),
    );
    undefined.iter().any(|&bits| bits != 0)
}

/// The number of executed jumps and addresses in `work` that depend on a secret.
pub fn leaks(work: impl FnOnce()) -> usize {
    let before = request(COUNT_ERRORS, 0, 0, 0);
    work();
    request(COUNT_ERRORS, 0, 0, 0) - before
}

/// `value` as a secret.
pub fn secret(mut value: Vec<Word>) -> Vec<Word> {
    hide(&mut value);
    value
}

/// The result of a secret computation, made public.
pub fn public(words: &[Word]) -> Vec<Word> {
    let mut copy = words.to_vec();
    reveal(&mut copy);
    copy
}

/// Runs `work`, which must not leak.
pub fn quiet(what: &str, work: impl FnOnce()) {
    assert!(running(), "without Valgrind nothing here is checked");
    let n = leaks(work);
    assert_eq!(n, 0, "{what}: {n} jumps or addresses depend on a secret");
}
