//! The kernels of 2^255 - 19: `mote/firmware/src/curve25519`.

use super::super::exact::Exact;
use super::super::values::{Value, Values, power};
use super::machine::{KEPT, Machine, OPERANDS, X, Y, Z, pointers};
use super::numbers::{Byte, Numbers};
use super::program::Program;
use super::{Examples, Firmware};
use num_bigint::BigInt;
use std::vec::Vec;
use std::{println, vec};

/// What is stated of the bytes of the result and of both operands.
type Statement = fn(&mut Values, [&[Value]; 3]);
/// The formula in numbers, modulo the prime; one for each 32 bytes of the result.
type Formula = fn(&[BigInt; 2]) -> Vec<BigInt>;

/// A kernel: what it computes, its name, the bytes of its result and of its operands, the greatest
/// highest byte of each 32, its pointers, where the result is, and which registers it keeps.
#[derive(Clone, Copy)]
struct Kernel {
    what: &'static str,
    name: &'static str,
    bytes: [u16; 3],
    most: u8,
    pointers: [(usize, u16); 3],
    result: u16,
    kept: &'static [usize],
}

/// A kernel of two elements.
const OF_TWO: Kernel = Kernel {
    what: "",
    name: "",
    bytes: [32; 3],
    most: 0xff,
    pointers: pointers(OPERANDS),
    result: OPERANDS[0],
    kept: KEPT.split_at(3).0,
};

fn prove(firmware: &Firmware, kernel: &Kernel, formula: Formula, statement: Statement) {
    let start = std::time::Instant::now();
    let program = firmware.program("x25519");
    let address = program.find(kernel.name);
    let (mut choices, mut cases, mut compared) = (Vec::new(), 0, false);
    loop {
        let mut machine = Machine::new(&program, Numbers::new(Values::new(8, choices)));
        allow(&mut machine, &program, kernel);
        let mut examples = Examples(0x9e37_79b9_7f4a_7c15);
        let operands = [1, 2].map(|i| {
            let operand = |at| {
                let most = if at % 32 == 31 { kernel.most } else { 0xff };
                let example = examples.byte().min(most);
                let byte = machine.bytes.values.word(most.into(), example);
                machine.store(OPERANDS[i] + at, Byte::Value(byte.clone()));
                (byte, example)
            };
            (0..kernel.bytes[i]).map(operand).collect::<(Vec<Value>, Vec<u8>)>()
        });
        machine.call(address, &kernel.pointers, kernel.kept);
        if !machine.bytes.values.impossible {
            cases += 1;
            let r = machine.bytes_at(kernel.result, kernel.bytes[0]);
            let r: Vec<Value> = r.iter().map(|byte| machine.bytes.value(byte)).collect();
            let values = &mut machine.bytes.values;
            statement(values, [&r, &operands[0].0, &operands[1].0]);
            if !values.elsewhere {
                compared = true;
                let example = |x: &Value| values.example(&x.exact).try_into().expect("a byte");
                let mine: Vec<u8> = r.iter().map(example).collect();
                let [a, b] = [&operands[0].1[..], &operands[1].1];
                let residues = mine.chunks(32).map(|x| number(x) % prime());
                let right = formula(&[number(a), number(b)]).into_iter();
                let right = right.map(|x| ((x % prime()) + prime()) % prime());
                assert!(residues.eq(right), "{}: the example", kernel.what);
                // The runner calls as C does, with all three apart.
                if kernel.kept == OF_TWO.kept && kernel.result == OPERANDS[0] {
                    let simulated = firmware.simulate("x25519", &[(address, mine.len(), a, b)]);
                    assert_eq!(simulated[0], mine, "{}: the example in simavr", kernel.what);
                }
            }
        }
        let Some(next) = machine.bytes.values.next_case() else { break };
        choices = next;
    }
    assert!(compared, "{}: the example ran in no case", kernel.what);
    let (what, took) = (kernel.what, start.elapsed().as_millis());
    println!("theorem: ATmega128: 2^255 - 19: {what}: range and value, {cases} cases, {took} ms");
}

/// What a kernel may write, and the theorems that it may use: all but its own.
fn allow(machine: &mut Machine<Numbers>, program: &Program, kernel: &Kernel) {
    let memory = program.memory("fold::MEMORY");
    machine.writable = vec![kernel.result..kernel.result + kernel.bytes[0], memory..memory + 128];
    if kernel.name.starts_with("fold") {
        machine.contracts = vec![
            (program.find("product::product"), product),
            (program.find("square::square"), square),
        ];
    }
}

fn number(bytes: &[u8]) -> BigInt {
    BigInt::from_bytes_le(num_bigint::Sign::Plus, bytes)
}

fn read(machine: &mut Machine<Numbers>, pointer: usize) -> Exact {
    let bytes = machine.bytes_at(machine.pair(pointer), 16);
    let values: Vec<Value> = bytes.iter().map(|byte| machine.bytes.value(byte)).collect();
    machine.bytes.values.number(&values)
}

/// Changes the other registers than Y and Z. No operand overlaps the result.
fn write(machine: &mut Machine<Numbers>, pointer: usize, operands: &[usize], x: &Exact) {
    let at = machine.pair(pointer);
    let apart = |operand: &usize| {
        (machine.pair(*operand) + 16 <= at) || (at + 32 <= machine.pair(*operand))
    };
    assert!(operands.iter().all(apart), "an operand overlaps the result");
    for (i, value) in machine.bytes.values.words_of(x, 32).into_iter().enumerate() {
        machine.store_checked(at + i as u16, Byte::Value(value));
    }
    machine.forget(0..Y);
}

/// The product of 16 bytes.
fn product(machine: &mut Machine<Numbers>) {
    let (a, b) = (read(machine, X), read(machine, Y));
    write(machine, Z, &[X, Y], &a.mul(&b));
}

/// The square of 16 bytes.
fn square(machine: &mut Machine<Numbers>) {
    let a = read(machine, Z);
    write(machine, Y, &[Z], &a.mul(&a));
}

fn prime() -> BigInt {
    power(255) - 19
}

/// A number of 32 bytes is `y`, which lies in `[0, 2^256)`: it is so modulo 2^256.
fn verify_equal(values: &Values, x: &[Value], y: &Exact) {
    let rest = values.reduced(&values.number(x).sub(y)).replaced(&values.high_halves());
    let holds = rest.shift == 0 && rest.numerator.is_multiple_of(&power(256));
    assert!(holds, "the value is wrong by {rest:?}");
}

/// A result is `y` modulo the prime.
fn verify_congruent(values: &Values, x: &[Value], y: &Exact) {
    let rest = values.reduced(&values.number(x).sub(y));
    assert!(rest.numerator.is_multiple_of(&prime()), "the value is wrong by {rest:?}");
}

/// What sums need of a product.
fn verify_highest_byte(x: &[Value]) {
    assert!(x[31].high <= BigInt::from(128), "the range is wrong: {}", x[31].high);
}

/// Which multiples of the prime are taken off the sum and off the difference, by the highest bytes.
fn multiples(values: &mut Values, x: &Value, z: &Value) -> (Exact, Exact) {
    let (low, high) = values.cut(x.add(z));
    let of_sum = values.split(&low, 7).1.add(&high).add(&high);
    let mut borrow = |x: Value| {
        let (low, high) = values.cut(x);
        (low, values.decide(&high).known() == Some(u64::MAX))
    };
    let (above, negative) = borrow(z.sub(x));
    let (_, below) = borrow(above.sub(&Value::constant(127)));
    let of_difference = if negative {
        0
    } else if below {
        -1
    } else {
        -2
    };
    (of_sum.exact, Exact::constant(of_difference))
}

#[test]
fn products_of_16_bytes() {
    let Some(firmware) = Firmware::find() else { return };
    let [r, a, b] = OPERANDS;
    let kernel = Kernel {
        what: "a b of 16 bytes",
        name: "product::product",
        bytes: [32, 16, 16],
        pointers: [(X, a), (Y, b), (Z, r)],
        kept: &[Y, Y + 1, Z, Z + 1],
        ..OF_TWO
    };
    prove(
        &firmware,
        &kernel,
        |[a, b]| vec![a * b],
        |values, [r, a, b]| {
            let [a, b] = [a, b].map(|x| values.number(x));
            verify_equal(values, r, &a.mul(&b));
        },
    );
    let kernel = Kernel {
        what: "a² of 16 bytes",
        name: "square::square",
        pointers: [(Y, r), (Z, a), (X, b)],
        ..kernel
    };
    prove(
        &firmware,
        &kernel,
        |[a, _]| vec![a * a],
        |values, [r, a, _]| {
            let a = values.number(a);
            verify_equal(values, r, &a.mul(&a));
        },
    );
}

#[test]
fn products() {
    let Some(firmware) = Firmware::find() else { return };
    let kernel = Kernel { what: "a b", name: "fold::multiply", ..OF_TWO };
    prove(
        &firmware,
        &kernel,
        |[a, b]| vec![a * b],
        |values, [r, a, b]| {
            let [a, b] = [a, b].map(|x| values.number(x));
            verify_highest_byte(r);
            verify_congruent(values, r, &a.mul(&b));
        },
    );
    let kernel = Kernel { what: "a²", name: "fold::square", ..OF_TWO };
    let [_, a, b] = OPERANDS;
    let in_place =
        Kernel { what: "a² in place", pointers: pointers([a, a, b]), result: a, ..kernel };
    for kernel in [kernel, in_place] {
        prove(
            &firmware,
            &kernel,
            |[a, _]| vec![a * a],
            |values, [r, a, _]| {
                let a = values.number(a);
                verify_highest_byte(r);
                verify_congruent(values, r, &a.mul(&a));
            },
        );
    }
}

#[test]
fn sums() {
    let Some(firmware) = Firmware::find() else { return };
    let kernel = Kernel { what: "a - b", name: "sum::difference", ..OF_TWO };
    prove(
        &firmware,
        &kernel,
        |[a, b]| vec![a - b],
        |values, [r, a, b]| {
            let [a, b] = [a, b].map(|x| values.number(x));
            verify_congruent(values, r, &a.sub(&b));
        },
    );
    let kernel = Kernel { what: "121665 a + b", name: "sum::multiply_add_small", ..OF_TWO };
    prove(
        &firmware,
        &kernel,
        |[a, b]| vec![a * 121_665 + b],
        |values, [r, a, b]| {
            let [a, b] = [a, b].map(|x| values.number(x));
            verify_congruent(values, r, &a.scale(&121_665.into()).add(&b));
        },
    );
    let kernel = Kernel {
        what: "x + z and x - z",
        name: "sum::sum_and_difference",
        bytes: [64, 64, 0],
        most: 128,
        ..OF_TWO
    };
    let formula = |[a, _]: &[BigInt; 2]| {
        let (x, z) = (a % power(256), a >> 256);
        vec![&x + &z, x - z]
    };
    prove(&firmware, &kernel, formula, |values, [r, a, _]| {
        let (x, z) = (&a[..32], &a[32..]);
        let (sum, difference) = multiples(values, &x[31], &z[31]);
        let [x, z] = [x, z].map(|x| values.number(x));
        for (r, value, k) in [(&r[..32], x.add(&z), sum), (&r[32..], x.sub(&z), difference)] {
            let expected = value.sub(&k.scale(&prime()));
            let (least, most) = values.range(&expected);
            assert!(least >= BigInt::ZERO && most < power(256), "the range is wrong");
            verify_equal(values, r, &expected);
        }
    });
}
