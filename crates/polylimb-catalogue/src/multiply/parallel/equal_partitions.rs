//! `equal-partitions`: equal partitions of the scalar times the same point, and doublings
//! afterwards; for several multiplications in a row.
//!
//! **Source.** `[AlSomani2014]`. **Idea.** Thread `i` multiplies `P` by its `m` bits, unshifted;
//! Horner's rule combines the partial products `k_i P` to `Σ 2^(m i) k_i P`. This post-computation
//! is `n - m` doublings of one point, but with several multiplications each thread does the
//! post-computation of a different one. **Cost.** For `u` threads and one multiplication `n`
//! doublings and `n / 2u` additions in sequence; with `u` multiplications in a row no thread is
//! idle. **Time** tells the scalars.

use super::SharedGroup;
use crate::multiply::left_to_right_vartime;
use crate::multiply::registry::{Base, Make, Method, run};
use crate::stretches::{Stretch, equal};
use polylimb::Split;
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::limb::Bits;
use polylimb::authors::team::each_chunk;

pub(in crate::multiply) const METHOD: Method = Method {
    name: "equal-partitions",
    source: "Al-Somani, Fayoumi, Ibrahim 2014",
    summary: "equal stretches of the scalar times the same point, the doublings between them afterwards",
    threads: Threads::AtLeast(1),
    domain: Domain::Any,
    constant_time: ConstantTime::No,
    make: Make {
        base: Base::Any,
        recodings: &["binary"],
        run: run!(|g, w| equal_partitions_vartime(g, w.split, &[(w.k, w.base)])[0]),
    },
};

/// `k P` for each job: first all partial products, then the post-computations, one on each thread
/// at a time.
///
/// ```
/// use polylimb::authors::curve::{AffinePoint, Coefficient, Curve, Group, Jacobian, Vartime};
/// use polylimb::authors::field::prime::Toy;
/// use polylimb::authors::limb::Bits;
/// use polylimb_catalogue::multiply::{equal_partitions_vartime, left_to_right_vartime};
/// use polylimb::Alone;
/// let group = Vartime::<_, Jacobian>::new(Curve::new(Toy::new(29)?, 4, 20, Coefficient::Any));
/// let (k, p) = (Bits::with_len(&[23], 5), AffinePoint::new(1, 5));
/// let products = equal_partitions_vartime(&group, &Alone, &[(k, &p), (k, &p)]);
/// assert!(group.equal(&products[1], &left_to_right_vartime(&group, k, &p)).to_bool_vartime());
/// # Ok::<(), polylimb::Error>(())
/// ```
pub fn equal_partitions_vartime<G: SharedGroup>(
    group: &G,
    split: &dyn Split,
    jobs: &[(Bits<'_>, &G::Entry)],
) -> Vec<G::Point> {
    if jobs.is_empty() {
        return Vec::new();
    }
    let threads = split.threads();
    let stretch = |k: Bits<'_>, i: usize| {
        let cuts = equal(k.len(), threads);
        Stretch { low: cuts[i], bits: cuts[i + 1] - cuts[i] }
    };
    // A row for each thread.
    let mut partial = vec![group.neutral(); threads * jobs.len()];
    each_chunk(split, &mut partial, jobs.len(), |i, row| {
        for (product, (k, p)) in row.iter_mut().zip(jobs) {
            let Stretch { low, bits } = stretch(*k, i);
            *product = left_to_right_vartime(group, k.part(low, bits), p);
        }
    });
    let mut products = vec![group.neutral(); jobs.len()];
    each_chunk(split, &mut products, 1, |job, product| {
        for i in (0..threads).rev() {
            let doublings = stretch(jobs[job].0, i).bits;
            let raised = group.double_times(&product[0], doublings);
            product[0] = group.add(&raised, &partial[i * jobs.len() + job]);
        }
    });
    products
}
