//! The kernels of `F_2^163` and `F_2^233`: `crates/polylimb/src/field/binary/avr`.

use super::bits::{Bits as Rules, Byte};
use super::machine::{KEPT, Machine, OPERANDS, pointers};
use super::program::Program;
use super::{Examples, Firmware, bytes_of};
use crate::field::binary::{F163, F233};
use crate::field::lanes::proofs::sums::{Bits, OF_B, multiply, remainder};
use core::ops::Range;
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::vec::Vec;
use std::{println, vec};

/// The other variables that `multiply_tabulated` reads.
const OF_C: u32 = OF_B / 2;

/// Static memory: its name and bytes, and where the row of zeros lies, which no kernel changes.
struct Memory {
    name: &'static str,
    bytes: u16,
    zeros: [Range<u16>; 2],
}

const MEMORY_163: Memory =
    Memory { name: "polylimb_f163_memory", bytes: 406, zeros: [0..16, 256..261] };
const MEMORY_233: Memory =
    Memory { name: "polylimb_f233_memory", bytes: 376, zeros: [0..16, 0..0] };

/// Coefficients in bytes.
fn bytes(x: &Bits, bytes: usize) -> Vec<Byte> {
    let mut bits = x.clone();
    bits.resize(8 * bytes, vec![]);
    bits.chunks(8).map(|byte| Rc::new(core::array::from_fn(|i| byte[i].clone()))).collect()
}

fn variables(first: u32, degree: usize) -> Bits {
    (first..first + degree as u32).map(|v| vec![v]).collect()
}

fn known(x: &BigUint, degree: usize) -> Bits {
    (0..degree).map(|i| if x.bit(i as u64) { vec![0] } else { vec![] }).collect()
}

/// What a kernel computes.
#[derive(Clone, Copy)]
enum Of {
    Product,
    Square,
    Operand,
}

/// The same formula of symbols and of numbers; the degree of the field if it is reduced.
#[derive(Clone, Copy)]
struct Formula(Of, Option<usize>);

impl Formula {
    fn symbolic(self, [a, b]: &[Bits; 2]) -> Bits {
        let x = match self.0 {
            Of::Product => multiply(a, b),
            Of::Square => multiply(a, a),
            Of::Operand => a.clone(),
        };
        match self.1 {
            Some(163) => remainder::<F163>(x),
            Some(_) => remainder::<F233>(x),
            None => x,
        }
    }

    fn number(self, [a, b]: &[BigUint; 2]) -> BigUint {
        let product = |a: &BigUint, b: &BigUint| {
            let terms = (0..b.bits()).filter(|i| b.bit(*i)).map(|i| a << i);
            terms.fold(BigUint::ZERO, |sum, term| sum ^ term)
        };
        let mut x = match self.0 {
            Of::Product => product(a, b),
            Of::Square => product(a, a),
            Of::Operand => a.clone(),
        };
        if let Some(degree) = self.1 {
            let exponents: &[u32] = if degree == 163 { &[163, 7, 6, 3, 0] } else { &[233, 74, 0] };
            let modulus: BigUint = exponents.iter().map(|e| BigUint::from(1_u8) << e).sum();
            while x.bits() > degree as u64 {
                x ^= &modulus << (x.bits() - 1 - degree as u64);
            }
        }
        x
    }
}

/// A kernel, or several one after another.
struct Theorem<'a> {
    firmware: &'a Firmware,
    program: Program,
    elf: &'static str,
    memory: Option<&'static Memory>,
    field: &'static str,
}

impl<'a> Theorem<'a> {
    fn new(
        firmware: &'a Firmware,
        elf: &'static str,
        memory: Option<&'static Memory>,
        field: &'static str,
    ) -> Self {
        Self { firmware, program: firmware.program(elf), elf, memory, field }
    }

    fn machine(&self, result: Range<u16>) -> Machine<'_, Rules> {
        let mut machine = Machine::new(&self.program, Rules);
        machine.writable.push(result);
        if let Some(memory) = self.memory {
            let at = self.program.memory(memory.name);
            machine.writable.push(at..at + memory.bytes);
            for i in memory.zeros.iter().cloned().flatten() {
                machine.store(at + i, bytes(&vec![], 1)[0].clone());
            }
        }
        machine
    }

    /// Calls the kernels one after another with these operands at these places; the last result.
    fn run(&self, calls: &[(&str, [&Bits; 2])], places: [u16; 3], length: [usize; 2]) -> Bits {
        let [operand, result] = length;
        let mut machine = self.machine(places[0]..places[0] + result as u16);
        for (kernel, operands) in calls {
            for (place, x) in places[1..].iter().zip(operands) {
                for (i, byte) in bytes(x, operand).into_iter().enumerate() {
                    machine.store(place + i as u16, byte);
                }
            }
            // The callers of the others save r2 to r17.
            let few = ["sqr", "square", "reduce::reduce"].iter().any(|end| kernel.ends_with(end));
            let kept = if few { &KEPT[..] } else { &KEPT[..3] };
            machine.call(self.program.find(kernel), &pointers(places), kept);
            if let Some(memory) = self.memory {
                let at = self.program.memory(memory.name);
                let zeros = memory.zeros.iter().cloned().flatten();
                let mut zeros = zeros.map(|i| machine.load(at + i));
                assert!(zeros.all(|byte| byte.iter().all(Vec::is_empty)), "the row of zeros");
            }
        }
        machine.bytes_at(places[0], result as u16).iter().flat_map(|byte| byte.to_vec()).collect()
    }

    /// The kernels compute `formula` of the operands, whose degrees are below `degree`; of the
    /// last call if there are several. `length`: bytes of an operand and of the result.
    fn prove(
        &self,
        what: &str,
        calls: &[(&str, [u32; 2])],
        degree: usize,
        length: [usize; 2],
        places: &[[u16; 3]],
        formula: Formula,
    ) {
        let start = std::time::Instant::now();
        // All inputs.
        let symbols: Vec<(&str, [Bits; 2])> =
            calls.iter().map(|(k, first)| (*k, first.map(|v| variables(v, degree)))).collect();
        let with = |operands: &[(&str, [Bits; 2])], places| {
            let calls: Vec<_> = operands.iter().map(|(k, [a, b])| (*k, [a, b])).collect();
            self.run(&calls, places, length)
        };
        let (_, last) = symbols.last().expect("a call");
        let mut expected = formula.symbolic(last);
        expected.resize(8 * length[1], vec![]);
        for places in places {
            assert!(with(&symbols, *places) == expected, "{}: {what}", self.field);
        }
        // An example, by arithmetic that is not ours and in simavr.
        let mut examples = Examples(0x9e37_79b9_7f4a_7c15);
        let mut chosen = BTreeMap::new();
        let mut number =
            |first| chosen.entry(first).or_insert_with(|| examples.number(degree)).clone();
        let numbers: Vec<[BigUint; 2]> =
            calls.iter().map(|(_, first)| first.map(&mut number)).collect();
        let example = |x: &BigUint| known(x, degree);
        let constants: Vec<_> = calls
            .iter()
            .zip(&numbers)
            .map(|((k, _), [a, b])| (*k, [example(a), example(b)]))
            .collect();
        let mine = with(&constants, OPERANDS);
        let operand = |x: &BigUint| bytes_of(x, length[0]);
        let operands: Vec<_> = numbers.iter().map(|[a, b]| [operand(a), operand(b)]).collect();
        let requests: Vec<_> = calls
            .iter()
            .zip(&operands)
            .map(|((kernel, _), [a, b])| (self.program.find(kernel), length[1], &a[..], &b[..]))
            .collect();
        let simulated = self.firmware.simulate(self.elf, &requests).pop().expect("a result");
        let right = bytes_of(&formula.number(numbers.last().expect("a call")), length[1]);
        assert_eq!(simulated, right, "{}: {what}: the example in simavr", self.field);
        let right = known(&BigUint::from_bytes_le(&right), 8 * length[1]);
        assert!(mine == right, "{}: {what}: the example", self.field);
        println!(
            "theorem: ATmega128: {}: {what}: value, all products a_i b_j, {} ms",
            self.field,
            start.elapsed().as_millis()
        );
    }
}

/// Apart, the result in `a`, and in `b`.
fn aliases() -> [[u16; 3]; 3] {
    let [r, a, b] = OPERANDS;
    [[r, a, b], [a, a, b], [b, a, b]]
}

const BOTH: [u32; 2] = [1, OF_B];

#[test]
fn degree_163() {
    let Some(firmware) = Firmware::find() else { return };
    let reduced = |of| Formula(of, Some(163));
    let wide = |of| Formula(of, None);
    let of = |elf, memory| Theorem::new(&firmware, elf, memory, "F_2^163");
    let multiply = ("avr::multiply::multiply", BOTH);
    of("field", Some(&MEMORY_163)).prove(
        "a b",
        &[multiply],
        163,
        [21, 21],
        &aliases(),
        reduced(Of::Product),
    );
    of("ladder", Some(&MEMORY_163)).prove(
        "a b, the second product by b",
        &[multiply, ("avr::multiply::multiply_tabulated", [OF_C, OF_B])],
        163,
        [21, 21],
        &[OPERANDS],
        reduced(Of::Product),
    );
    of("field", None).prove(
        "a²",
        &[("avr::square::sqr", BOTH)],
        163,
        [21, 21],
        &[OPERANDS],
        reduced(Of::Square),
    );
    let theorem = of("methods", Some(&MEMORY_163));
    for (what, kernel) in [
        ("a b, unreduced", "avr::multiply::product"),
        ("a b, unreduced, the sum in memory", "avr::methods::product_in_memory"),
        ("a b, unreduced, by halves", "avr::methods::product_karatsuba"),
    ] {
        theorem.prove(what, &[(kernel, BOTH)], 163, [21, 42], &[OPERANDS], wide(Of::Product));
    }
    let theorem = of("methods", None);
    theorem.prove(
        "a², unreduced",
        &[("avr::square::square", BOTH)],
        163,
        [21, 42],
        &[OPERANDS],
        wide(Of::Square),
    );
    let places = &aliases()[..2];
    theorem.prove(
        "reduction",
        &[("avr::reduce::reduce", BOTH)],
        328,
        [42, 21],
        places,
        reduced(Of::Operand),
    );
}

#[test]
fn degree_233() {
    let Some(firmware) = Firmware::find() else { return };
    let reduced = |of| Formula(of, Some(233));
    let of = |memory| Theorem::new(&firmware, "field", memory, "F_2^233");
    let theorem = of(Some(&MEMORY_233));
    theorem.prove(
        "a b",
        &[("avr::multiply_233::multiply", BOTH)],
        233,
        [30, 30],
        &aliases(),
        reduced(Of::Product),
    );
    theorem.prove(
        "a b, unreduced",
        &[("avr::multiply_233::product", BOTH)],
        240,
        [30, 60],
        &[OPERANDS],
        Formula(Of::Product, None),
    );
    let theorem = of(None);
    theorem.prove(
        "a²",
        &[("avr::square_233::sqr", BOTH)],
        233,
        [30, 30],
        &[OPERANDS],
        reduced(Of::Square),
    );
    let places = &aliases()[..2];
    theorem.prove(
        "reduction",
        &[("avr::reduce_233::reduce", BOTH)],
        465,
        [60, 30],
        places,
        reduced(Of::Operand),
    );
}
