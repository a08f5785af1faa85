//! The header of encrypted files.
//!
//! | bytes | content |
//! |---|---|
//! | 4 | `PLEC` |
//! | 1 | version: 1 |
//! | 1 | what follows: 1 `ecies`, 2 `ec-elgamal`, 3 `boneh-franklin` |
//! | 1 | length of the curve's name |
//! | that many | the name in its standard, ASCII; empty for a curve without one |

use crate::error::{Error, Result};
use alloc::vec::Vec;

const MAGIC: &[u8; 4] = b"PLEC";
const VERSION: u8 = 1;

/// The kind of content after a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    Hybrid = 1,
    Blocks = 2,
    Identity = 3,
}

/// The header for the curve of that name.
pub(super) fn header(content: Content, curve: Option<&str>) -> Vec<u8> {
    let name = curve.unwrap_or_default().as_bytes();
    // The names of the tables are short.
    let length = u8::try_from(name.len()).unwrap_or_default();
    [&MAGIC[..], &[VERSION, content as u8, length], &name[..usize::from(length)]].concat()
}

/// The bytes after the header, which must name this content and curve.
pub(super) fn open<'a>(content: Content, curve: Option<&str>, file: &'a [u8]) -> Result<&'a [u8]> {
    if let Some(rest) = file.strip_prefix(&header(content, curve)[..]) {
        return Ok(rest);
    }
    let expected = match file.split_at_checked(6) {
        Some((start, _)) if start[..4] == MAGIC[..] => match (start[4], start[5]) {
            (VERSION, kind) if kind == content as u8 => {
                return Err(Error::Key { wrong: "the file is for a key of another curve" });
            }
            (VERSION, kind) if kind == Content::Blocks as u8 => {
                "a file of the key's scheme; this one is of ec-elgamal, which has keys of its own, so a file for a key of other protocols must be encrypted again"
            }
            (VERSION, _) => {
                "a file of the key's scheme; ecies, ec-elgamal and boneh-franklin differ"
            }
            _ => "version 1 of the format",
        },
        _ => "an encrypted file, which begins with PLEC",
    };
    Err(Error::Encoding { expected })
}
