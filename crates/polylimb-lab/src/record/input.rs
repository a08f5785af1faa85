//! What is read: files, pipes and standard input; of a results file lines of at most a megabyte.

use crate::failure::{Failure, Result};
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::os::unix::fs::FileTypeExt;
use std::path::Path;

/// The longest line: a measurement takes a thousandth of it.
pub const LONGEST_LINE: usize = 1 << 20;

/// Opens a file or a pipe to read it. A device may have no end.
///
/// # Errors
/// [`ErrorKind::InvalidInput`] for anything else; as [`File::open`].
pub fn open(path: &Path) -> io::Result<File> {
    // Before it is opened: to open some devices has effects.
    let kind = std::fs::metadata(path)?.file_type();
    if !kind.is_file() && !kind.is_fifo() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "it is neither a file nor a pipe"));
    }
    File::open(path)
}

/// Reads the whole input; `-` is standard input.
///
/// # Errors
/// [`Failure::Usage`] for what is neither a file nor a pipe, and for a line of more than
/// [`LONGEST_LINE`] bytes; [`Failure::Run`] if it cannot be read.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    if path == Path::new("-") {
        return lines(std::io::stdin().lock(), path);
    }
    let file = open(path).map_err(|e| {
        let name = path.display();
        Failure::reading(
            &e,
            format!("cannot read {name}: {e}; give a results.jsonl of polylimb lab"),
        )
    })?;
    lines(BufReader::new(file), path)
}

fn lines(mut input: impl BufRead, path: &Path) -> Result<Vec<u8>> {
    let mut all = Vec::new();
    for number in 1.. {
        let before = all.len();
        let most = LONGEST_LINE as u64 + 1;
        let read = (&mut input).take(most).read_until(b'\n', &mut all);
        read.map_err(|e| Failure::run(format!("cannot read {}: {e}", path.display())))?;
        if all.len() - before > LONGEST_LINE {
            return Err(Failure::usage(format!(
                "{}, line {number} has more than {LONGEST_LINE} bytes; give a results.jsonl of polylimb lab",
                path.display()
            )));
        }
        if all.len() == before {
            break;
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_megabyte_and_no_devices() {
        let of = |length: usize| {
            let mut text = vec![b'x'; length - 1];
            text.push(b'\n');
            lines(text.repeat(2).as_slice(), Path::new("f")).map(|bytes| bytes.len())
        };
        assert_eq!(of(LONGEST_LINE), Ok(2 * LONGEST_LINE));
        let failure = of(LONGEST_LINE + 1).unwrap_err();
        assert!(failure.status() == 2 && failure.to_string().contains("f, line 1"), "{failure}");
        for path in ["/dev/zero", "/dev/null", "/"] {
            assert_eq!(read(Path::new(path)).unwrap_err().status(), 2, "{path}");
        }
        assert_eq!(read(Path::new("/no/such/file")).unwrap_err().status(), 3);
    }
}
