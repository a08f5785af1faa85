//! Every decoder on changed inputs of the corpus.

use crate::draw::Draw;
use crate::{Row, Work};
use polylimb_fuzz::DECODERS;

/// Each input costs a multiple of a point and two pairings.
const SLOW: &str = "ibe-file";

pub fn rows() -> Vec<Row> {
    let row = |(i, (name, _)): (usize, &(&str, _))| {
        let full = if *name == SLOW { 100_000 } else { 1_000_000 };
        Row::new(format!("decodings of {name}"), "", full, move || decodings(i))
    };
    DECODERS.iter().enumerate().map(row).collect()
}

fn decodings(i: usize) -> Work {
    let (name, decoder) = DECODERS[i];
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/decoders");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("the corpus")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.file_stem().is_some_and(|stem| stem == name))
        .collect();
    paths.sort();
    let inputs: Vec<_> =
        paths.iter().map(|path| std::fs::read(path).expect("a file")[1..].to_vec()).collect();
    Box::new(move |draw| {
        let mut input = inputs[draw.below(inputs.len())].clone();
        for _ in 0..draw.within(1, 3) {
            change(draw, &mut input, &inputs);
        }
        draw.keep("input", &input);
        draw.accepted += u64::from(decoder(&input));
        1
    })
}

/// One bit or byte, or a part cut out, repeated, or taken from another input.
fn change(draw: &mut Draw, input: &mut Vec<u8>, inputs: &[Vec<u8>]) {
    if input.is_empty() {
        input.push(draw.below(256) as u8);
        return;
    }
    let place = draw.below(input.len());
    let end = (place + draw.within(1, 8)).min(input.len());
    match draw.below(8) {
        0..=2 => input[place] ^= 1 << draw.below(8),
        3 => input[place] = [0, 0x7f, 0x80, 0xff, draw.below(256) as u8][draw.below(5)],
        4 => input.insert(place, draw.below(256) as u8),
        5 => drop(input.drain(place..end)),
        6 => {
            let part = input[place..end].to_vec();
            input.splice(place..place, part);
        }
        _ => {
            let other = &inputs[draw.below(inputs.len())];
            let from = place.min(other.len());
            input.splice(place.., other[from..].iter().copied());
        }
    }
}
