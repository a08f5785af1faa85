//! `doubling-and-adding`: one thread doubles, the other adds the points that it gets through a
//! buffer.
//!
//! **Source.** `[Anagreh2014]`, on the mutual opposite form. **Idea.** From the bottom up the
//! doublings `2^i P` wait for nothing. The multiples whose digit is not 0 go into a buffer, from
//! which the other thread adds or subtracts them. **Cost.** `n` doublings and one addition in
//! sequence; `n / 2` points pass the buffer, `n / 3` with the NAF.
//!
//! **The buffer** is a ring, as published, with room for all points ([`Pipe`]): the thread that
//! doubles has the longer chain and never waits. **Time** tells the scalar.

use super::SharedGroup;
use crate::multiply::registry::{Base, Chosen, Make, Method, run};
use crate::recoding::weight;
use polylimb::authors::entry::{ConstantTime, Domain, Threads};
use polylimb::authors::recoding::Digit;
use polylimb::authors::team::{End, Pipe, Writer, each_chunk};

pub(in crate::multiply) const METHOD: Method = Method {
    name: "doubling-and-adding",
    source: "Anagreh, Samsudin, Omar 2014",
    summary: "one thread doubles, the other adds what it finds in the buffer between them",
    threads: Threads::OneOf(&[1, 2]),
    domain: Domain::Any,
    constant_time: ConstantTime::No,
    make: Make {
        base: Base::Any,
        recodings: &["mof", "naf"],
        run: run!(|g, w| doubling_and_adding_vartime(g, w)),
    },
};

fn doubling_and_adding_vartime<G: SharedGroup>(group: &G, w: &Chosen<'_, G::Entry>) -> G::Point {
    let digits = w.digits_vartime();
    let pipe = Pipe::with_room(weight(&digits));
    // The second thread to enter the pipe adds.
    let mut sums = [None; 2];
    each_chunk(w.split, &mut sums, 1, |_, sum| match pipe.enter() {
        End::Writes(writer) => double(group, writer, &digits, w.base),
        End::Reads(mut reader) => {
            let mut points = group.neutral();
            while let Some(point) = reader.read() {
                points = group.add(&points, &point);
            }
            sum[0] = Some(points);
        }
    });
    let [first, second] = sums;
    first.or(second).unwrap_or_else(|| group.neutral())
}

/// Writes `digit_i 2^i P` for the digits that are not 0.
fn double<G: SharedGroup>(
    group: &G,
    mut writer: Writer<'_, G::Point>,
    digits: &[Digit],
    p: &G::Entry,
) {
    let mut multiple = group.lift(p);
    for (i, &digit) in digits.iter().enumerate() {
        if i > 0 {
            multiple = group.double(&multiple);
        }
        match digit {
            0 => {}
            1.. => writer.write(multiple),
            _ => writer.write(group.neg(&multiple)),
        }
    }
}
