//! Table 2 of `[Arruda2014]`, and what follows from its algorithms by derivation.
//!
//! **Source.** `[Giorgi2013]`, as `[Arruda2014]` prints it: for θ = θ1 θ2 cores the time of the
//! longest path, a multiple of `M(n/θ1, n/θ2)`, and the number of synchronisations. A half product
//! counts as a whole product.
//!
//! **Derivation.** [`derived`] adds up the products of the algorithms as printed, for operands so
//! long that only areas count. It agrees with the table for Algorithms 8 and 10. For Algorithms 14
//! and 15 with k = 2 on 3 cores it yields 2.5 and 3: the printed formulas without their term
//! 9/(4θ), for which no product of those algorithms accounts.

use crate::measure::statistics::count;

/// A row of Table 2.
#[derive(Debug, Clone, Copy)]
pub struct Published {
    /// The algorithm as printed.
    pub printed: &'static str,
    /// The longest path on this number of cores, in `M(n/θ1, n/θ2)`.
    pub complexity: fn(usize) -> f64,
    /// The synchronisations on this number of cores.
    pub synchronisations: fn(usize) -> usize,
}

/// The row of an algorithm, by its name in the register.
#[must_use]
pub fn published(algorithm: &str) -> Option<Published> {
    let row = match algorithm {
        "montgomery-parallel" | "barrett-parallel" => Published {
            printed: "Montgomery/Barrett (Algorithm 8)",
            complexity: |_| 3.0,
            synchronisations: |_| 6,
        },
        "bipartite" | "bipartite-ifma" => Published {
            printed: "Bipartite (Algorithm 10)",
            complexity: |_| 2.5,
            synchronisations: |cores| if cores == 2 { 2 } else { 6 },
        },
        "multipartite-v1" => Published {
            printed: "k-ary Multipartite v1 (Algorithm 14)",
            complexity: |cores| 2.5 + 9.0 / (4.0 * count(cores)),
            synchronisations: |_| 3,
        },
        "multipartite-v2" => Published {
            printed: "k-ary Multipartite v2 (Algorithm 15)",
            complexity: |cores| 1.5 + 9.0 / (4.0 * count(cores)) + count(cores) / 2.0,
            synchronisations: |_| 2,
        },
        _ => return None,
    };
    Some(row)
}

/// Why the counted synchronisations differ from the published ones; `None` if they agree.
#[must_use]
pub fn difference(algorithm: &str, published: usize, counted: usize) -> Option<&'static str> {
    match algorithm {
        _ if published == counted => None,
        _ if counted == 0 => {
            Some("one part only: so short a modulus has a single group of products")
        }
        "multipartite-v1" if counted == published + 1 => Some(
            "the exchange in the middle, one synchronisation as printed, is here the end of one run and the beginning of the next",
        ),
        _ if counted > published => {
            Some("long partial products are added up by several threads, in runs of their own")
        }
        _ => Some("fewer runs than printed"),
    }
}

/// θ1 and θ2 for `cores` cores: the numbers of parts of the two operands, as close to each other as
/// the count allows.
#[must_use]
pub fn parts(cores: usize) -> (usize, usize) {
    let first = (1..=cores).rev().find(|f| cores.is_multiple_of(*f) && f * f <= cores);
    let first = first.unwrap_or(1);
    (first, cores / first)
}

/// The longest path in `M(n/θ1, n/θ2)` by derivation, with the cut in the middle.
#[must_use]
pub fn derived(algorithm: &str, cores: usize, k: usize) -> Option<f64> {
    // Areas, in units of n².
    let area = match algorithm {
        // Three products, each split.
        "montgomery-parallel" | "barrett-parallel" => 3.0 / count(cores),
        // A half operand by a whole one, the quotient, the quotient by the modulus; each half runs
        // on half the cores.
        "bipartite" | "bipartite-ifma" => (0.5 + 0.25 + 0.5) / (count(cores) / 2.0),
        // The outer thirds: half by half, the quotient, the quotient by the modulus.
        "tripartite" => 0.25 + 0.25 + 0.5,
        "multipartite-v1" => longest(cores, k, |quotient| quotient * quotient) + 1.0 / count(cores),
        "multipartite-v2" => longest(cores, k, |quotient| quotient * quotient + quotient),
        _ => return None,
    };
    Some(area * count(cores))
}

/// The longest share when the groups of `k` blocks are dealt to the cores. `reduce` gives the area
/// of a group's reduction from the length of its quotient.
fn longest(cores: usize, k: usize, reduce: impl Fn(f64) -> f64) -> f64 {
    let block = 1.0 / count(k);
    let group = |s: usize| {
        let products = count((s + 1).min(2 * k - 1 - s)) * block * block;
        let below = 0.5 - count(s) * block;
        let above = count(s + 2) * block - 1.5;
        products + reduce(below.max(above).max(0.0))
    };
    let mut areas: Vec<f64> = (0..2 * k - 1).map(group).collect();
    areas.sort_by(|a, b| b.total_cmp(a));
    let mut loads: Vec<f64> = vec![0.0; cores];
    for area in areas {
        if let Some(least) = loads.iter_mut().min_by(|a, b| f64::total_cmp(a, b)) {
            *least += area;
        }
    }
    loads.into_iter().fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: Option<f64>, b: f64) -> bool {
        a.is_some_and(|a| (a - b).abs() < 1e-9)
    }

    #[test]
    fn as_printed() {
        let of = |name, cores| published(name).map(|row| (row.complexity)(cores));
        assert!(near(of("montgomery-parallel", 2), 3.0) && near(of("barrett-parallel", 4), 3.0));
        assert!(near(of("bipartite", 2), 2.5) && near(of("bipartite", 4), 2.5));
        assert!(near(of("multipartite-v1", 3), 3.25) && near(of("multipartite-v1", 4), 3.0625));
        assert!(near(of("multipartite-v2", 3), 3.75) && near(of("multipartite-v2", 4), 4.0625));
        assert!(published("tripartite").is_none() && published("montgomery").is_none());
    }

    #[test]
    fn derivation_agrees_but_for_one_term() {
        for cores in [2, 4] {
            let printed = (published("bipartite").unwrap().complexity)(cores);
            assert!(near(derived("bipartite", cores, 0), printed));
        }
        assert!(near(derived("montgomery-parallel", 3, 0), 3.0));
        for (name, expected) in [("multipartite-v1", 2.5), ("multipartite-v2", 3.0)] {
            assert!(near(derived(name, 3, 2), expected));
            let printed = (published(name).unwrap().complexity)(3);
            assert!(near(derived(name, 3, 2), printed - 9.0 / 12.0));
        }
        // C_0 of 1/16, a quotient of 1/4, a product with the modulus of 1/2; four cores.
        assert!(near(derived("multipartite-v2", 4, 4), 4.0 * 0.8125));
        assert!(near(derived("tripartite", 3, 0), 3.0));
        assert_eq!(derived("montgomery", 1, 0), None);
    }

    #[test]
    fn parts_are_as_square_as_they_can_be() {
        let found: Vec<_> = [1, 2, 3, 4, 6, 7, 8, 16].map(parts).into();
        assert_eq!(found, [(1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (1, 7), (2, 4), (4, 4)]);
    }
}
