//! `gmp-powm`, `gmp-powm-sec`: GNU MP's own exponentiations, the baselines to beat.
//!
//! Source: Granlund et al., The GNU Multiple Precision Arithmetic Library 6.3, 2023. Idea:
//! `mpz_powm` slides a window and reduces by Montgomery's method (even moduli in two halves);
//! `mpz_powm_sec` reads every entry of a fixed window, for secrets. Domain: every modulus; for
//! `mpz_powm_sec` odd ones. Each call converts its operands, which takes a thousandth of the time
//! at 512 bits and less beyond.

use super::Baseline;
use super::integer::Integer;
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::limb::Word;

pub(super) const POWM: Baseline = Baseline {
    name: "gmp-powm",
    source: "Granlund et al., GNU MP 6.3, 2023",
    summary: "mpz_powm of GNU MP",
    threads: Threads::Exactly(1),
    domain: Domain::Any,
    constant_time: ConstantTime::No,
    make: |r, base, exponent, m| pow(r, base, exponent, m, false),
};

pub(super) const POWM_SEC: Baseline = Baseline {
    name: "gmp-powm-sec",
    summary: "mpz_powm_sec of GNU MP, for secrets",
    domain: Domain::Odd,
    constant_time: ConstantTime::Yes,
    make: |r, base, exponent, m| pow(r, base, exponent, m, true),
    ..POWM
};

fn pow(r: &mut [Word], base: &[Word], exponent: &[Word], m: &[Word], secret: bool) {
    let [base, exponent, modulus] = [base, exponent, m].map(Integer::from_words);
    // `mpz_powm_sec` is not defined for the exponent 0.
    let secret = secret && !exponent.is_zero();
    r.copy_from_slice(&Integer::pow_mod(&base, &exponent, &modulus, secret).to_words(r.len()));
}
