//! Modular arithmetic: moduli, powers, fixed bases, the Chinese remainder theorem.

use crate::border::{
    Output, Result, Status, System, Tagged, array, bytes, call, clear, free, get, on_threads, put,
    write,
};
use crate::rows::{Bytes, Jobs, OutputRows, Rows, of_valid};
use polylimb_rs::Split;
use polylimb_rs::authors::limb::Natural;
use polylimb_rs::modmul::{Modulus as Inner, Options};
use polylimb_rs::powm::{
    BatchJob, BatchOptions, CrtModulus, Exponent, FixedBase as InnerBase, FixedBaseOptions,
};
use zeroize::Zeroizing;

/// A modulus of at least 1, odd or even.
pub struct Modulus(Inner);
/// A base with a table, for many powers.
pub struct FixedBase(InnerBase);
/// A modulus whose prime factors are known.
pub struct Crt(CrtModulus);

impl Tagged for Modulus {
    const TAG: u64 = 0x6d6f_6475_6c75_7300;
}
impl Tagged for FixedBase {
    const TAG: u64 = 0x6669_7865_6462_6173;
}
impl Tagged for Crt {
    const TAG: u64 = 0x6372_7400_6372_7401;
}

fn batch_options(split: &dyn Split) -> BatchOptions<'_> {
    let mut options = BatchOptions::default();
    options.split = split;
    options
}

type Words = Vec<polylimb_rs::authors::limb::Word>;

/// As many bytes as the modulus has.
fn padded(words: Words, length: usize) -> Result<Zeroizing<Vec<u8>>> {
    Ok(Natural::from_words(words).to_be_bytes_padded(length)?.into())
}

/// A modulus. Its value may be secret; its length in bits and whether it is odd are public.
///
/// `POLYLIMB_STATUS_MODULUS` for 0, `POLYLIMB_STATUS_TOO_LARGE` above 2^20 bits.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_modulus_new(
    modulus: *const u8,
    length: usize,
    out: *mut *mut Modulus,
) -> Status {
    call(|| {
        clear(out)?;
        put(out, Modulus(Inner::from_be_bytes(bytes(modulus, length)?, &Options::default())?))
    })
}

/// Frees a modulus. A fixed base that was made of it stays usable.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_modulus_free(modulus: *mut Modulus) -> Status {
    free(modulus)
}

/// The number of bytes of all results modulo this modulus.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_modulus_bytes(modulus: *const Modulus, out: *mut usize) -> Status {
    call(|| write(out, get(modulus)?.0.byte_length()))
}

type Binary = fn(&Inner, &[u8], &[u8]) -> polylimb_rs::Result<Vec<u8>>;

#[inline]
#[allow(clippy::too_many_arguments)]
fn binary(
    modulus: *const Modulus,
    a: *const u8,
    a_length: usize,
    b: *const u8,
    b_length: usize,
    out: *mut u8,
    out_length: *mut usize,
    operation: Binary,
) -> Status {
    call(|| {
        let (modulus, out) = (get(modulus)?, Output::new(out, out_length)?);
        out.put(operation(&modulus.0, bytes(a, a_length)?, bytes(b, b_length)?)?)
    })
}

/// `a + b`. Operands are below the modulus (`POLYLIMB_STATUS_NOT_REDUCED`), of at least one byte,
/// and may be secret.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_modulus_add(
    modulus: *const Modulus,
    a: *const u8,
    a_length: usize,
    b: *const u8,
    b_length: usize,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    binary(modulus, a, a_length, b, b_length, out, out_length, Inner::add_be_bytes)
}

/// `a - b`; otherwise as `polylimb_modulus_add`.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_modulus_sub(
    modulus: *const Modulus,
    a: *const u8,
    a_length: usize,
    b: *const u8,
    b_length: usize,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    binary(modulus, a, a_length, b, b_length, out, out_length, Inner::sub_be_bytes)
}

/// `a b`; otherwise as `polylimb_modulus_add`.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_modulus_mul(
    modulus: *const Modulus,
    a: *const u8,
    a_length: usize,
    b: *const u8,
    b_length: usize,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    binary(modulus, a, a_length, b, b_length, out, out_length, Inner::mul_be_bytes)
}

/// `base^exponent`. The time depends on the exponent's length, not on its value: both operands may
/// be secret. The base is below the modulus. Neither is empty.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_modulus_pow(
    modulus: *const Modulus,
    base: *const u8,
    base_length: usize,
    exponent: *const u8,
    exponent_length: usize,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    let operation = Inner::pow_be_bytes;
    binary(modulus, base, base_length, exponent, exponent_length, out, out_length, operation)
}

/// As `polylimb_modulus_pow`, faster, for public operands: the time tells their values.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_modulus_pow_vartime(
    modulus: *const Modulus,
    base: *const u8,
    base_length: usize,
    exponent: *const u8,
    exponent_length: usize,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    let operation = Inner::pow_be_bytes_vartime;
    binary(modulus, base, base_length, exponent, exponent_length, out, out_length, operation)
}

/// `1/a`; `POLYLIMB_STATUS_NOT_INVERTIBLE` if there is none. `a` may be secret.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_modulus_inverse(
    modulus: *const Modulus,
    a: *const u8,
    length: usize,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    call(|| {
        let (modulus, out) = (&get(modulus)?.0, Output::new(out, out_length)?);
        let a = Natural::from_be_bytes(bytes(a, length)?);
        let inverse = a.invert(&Natural::from_words(modulus.as_words()))?;
        out.put(inverse.to_be_bytes_padded(modulus.byte_length())?)
    })
}

/// `a mod M` for an `a` of any size of at least one byte. `a` may be secret.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_modulus_reduce(
    modulus: *const Modulus,
    a: *const u8,
    length: usize,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    call(|| {
        let (modulus, out) = (get(modulus)?, Output::new(out, out_length)?);
        out.put(modulus.0.reduce_be_bytes(bytes(a, length)?)?)
    })
}

/// `base^exponent` modulo the modulus of each job, eight at a time where the CPU has lanes. Moduli
/// are odd and have at most 16384 bits (`POLYLIMB_STATUS_MODULUS`). Time depends on the lengths
/// only. A result is as long as its modulus without leading zeros.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_modulus_pow_all(
    count: usize,
    moduli: Rows,
    bases: Rows,
    exponents: Rows,
    threads: usize,
    results: OutputRows,
    statuses: *mut Status,
) -> Status {
    call(|| {
        let output = Jobs::new(count, statuses, Some(results))?;
        let rows = (moduli.read(count)?, bases.read(count)?, exponents.read(count)?);
        let jobs: Vec<Result<_>> = (0..count)
            .map(|i| Ok((power_modulus(rows.0[i])?, number(rows.1[i])?, number(rows.2[i])?)))
            .collect();
        let lengths: Vec<_> =
            jobs.iter().map(|job| job.as_ref().map_or(0, |(m, ..)| m.1)).collect();
        let powers = of_valid(jobs, |jobs| {
            let jobs: Vec<_> = jobs
                .iter()
                .map(|((modulus, _), base, exponent)| BatchJob {
                    modulus: modulus.words(),
                    base: base.words(),
                    exponent: Exponent::new(exponent.words()),
                })
                .collect();
            let all =
                on_threads(threads, |split| BatchJob::pow_all(&jobs, &batch_options(split)))??;
            Ok(all.into_iter().map(Ok).collect())
        })?;
        output.put(powers.into_iter().zip(lengths).map(|(p, length)| padded(p?, length)), |r| r)
    })
}

/// A modulus that a batch can use, and its bytes.
fn power_modulus(modulus: &[u8]) -> Result<(Natural, usize)> {
    let start = modulus.iter().position(|&b| b != 0).unwrap_or(modulus.len());
    let modulus = &modulus[start..];
    let odd = modulus.last().is_some_and(|last| last & 1 == 1);
    if !odd || modulus == [1] || modulus.len() > 16384 / 8 {
        return Err(Status::Modulus);
    }
    Ok((Natural::from_be_bytes(modulus), modulus.len()))
}

/// A number of at least one byte.
fn number(bytes: &[u8]) -> Result<Natural> {
    if bytes.is_empty() { Err(Status::Length) } else { Ok(Natural::from_be_bytes(bytes)) }
}

/// A table of powers of `base`, for exponents of up to `exponent_bits` bits. The base may be
/// secret.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_fixed_base_new(
    modulus: *const Modulus,
    base: *const u8,
    length: usize,
    exponent_bits: usize,
    out: *mut *mut FixedBase,
) -> Status {
    call(|| {
        clear(out)?;
        let base = get(modulus)?.0.residue_from_be_bytes(bytes(base, length)?)?;
        put(out, FixedBase(InnerBase::new(&base, exponent_bits, &FixedBaseOptions::default())?))
    })
}

/// Frees a fixed base.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_fixed_base_free(base: *mut FixedBase) -> Status {
    free(base)
}

/// `base^exponent`, as many bytes as the modulus. The exponent may be secret;
/// `POLYLIMB_STATUS_TOO_LARGE` if it has more bits than the table.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_fixed_base_pow(
    base: *const FixedBase,
    exponent: *const u8,
    length: usize,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    call(|| {
        let (base, out) = (get(base)?, Output::new(out, out_length)?);
        let exponent = Natural::from_be_bytes(bytes(exponent, length)?);
        out.put(base.0.pow(exponent.words())?.to_be_bytes())
    })
}

/// As `polylimb_fixed_base_pow`, faster; the time tells the exponent.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_fixed_base_pow_vartime(
    base: *const FixedBase,
    exponent: *const u8,
    length: usize,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    call(|| {
        let (base, out) = (get(base)?, Output::new(out, out_length)?);
        let exponent = Natural::from_be_bytes(bytes(exponent, length)?);
        out.put(base.0.pow_vartime(exponent.words())?.to_be_bytes())
    })
}

/// The raw operations of an RSA key, without padding: the modulus is the product of two or more
/// secret odd primes, `exponent` the public exponent. Primality is not checked.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_crt_new(
    primes: *const Bytes,
    count: usize,
    exponent: *const u8,
    exponent_length: usize,
    out: *mut *mut Crt,
) -> Status {
    call(|| {
        clear(out)?;
        let number = |b: &Bytes| Ok(Natural::from_be_bytes(bytes(b.data, b.length)?));
        // A modulus of more primes is slower than any other way.
        if count > 64 {
            return Err(Status::Length);
        }
        let primes = array(primes, count)?.iter().map(number).collect::<Result<Vec<_>>>()?;
        let primes: Vec<_> = primes.iter().map(Natural::words).collect();
        let exponent = Natural::from_be_bytes(bytes(exponent, exponent_length)?);
        put(out, Crt(CrtModulus::from_primes(&primes, exponent.words(), &Options::default())?))
    })
}

/// Frees the modulus and wipes its primes.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_crt_free(crt: *mut Crt) -> Status {
    free(crt)
}

/// `x^d`, blinded and checked: as many bytes as the modulus. `x` is below the modulus and may be
/// secret.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_crt_private(
    crt: *const Crt,
    x: *const u8,
    length: usize,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    call(|| {
        let (crt, out) = (&get(crt)?.0, Output::new(out, out_length)?);
        let x = Natural::from_be_bytes(bytes(x, length)?);
        out.put(padded(crt.private(x.words(), &mut System)?, crt.modulus().byte_length())?)
    })
}

/// `x^e`; `e` is public, `x` may be secret.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_crt_public(
    crt: *const Crt,
    x: *const u8,
    length: usize,
    out: *mut u8,
    out_length: *mut usize,
) -> Status {
    call(|| {
        let (crt, out) = (&get(crt)?.0, Output::new(out, out_length)?);
        let x = Natural::from_be_bytes(bytes(x, length)?);
        out.put(padded(crt.public(x.words())?, crt.modulus().byte_length())?)
    })
}

/// `polylimb_crt_private` of each row of `xs`, eight powers at a time where the CPU has lanes.
#[unsafe(no_mangle)]
pub extern "C" fn polylimb_crt_private_all(
    crt: *const Crt,
    count: usize,
    xs: Rows,
    threads: usize,
    results: OutputRows,
    statuses: *mut Status,
) -> Status {
    call(|| {
        let crt = &get(crt)?.0;
        let output = Jobs::new(count, statuses, Some(results))?;
        let xs: Vec<_> = xs.read(count)?.into_iter().map(Natural::from_be_bytes).collect();
        let jobs: Vec<_> = xs.iter().map(|x| (crt, x.words())).collect();
        let results = on_threads(threads, |split| {
            CrtModulus::private_all(&jobs, &batch_options(split), &mut System)
        })?;
        let length = crt.modulus().byte_length();
        let results = results.into_iter().map(|r| padded(r?, length));
        output.put(results, |r| r)
    })
}
