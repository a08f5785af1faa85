//! The identities of the theorems as programs for Singular, which computes them again.
//!
//! Where `POLYLIMB_IDENTITIES` names a folder, a polynomial remembers how it was computed, from the
//! variables on. A theorem writes one file: each identity is these steps, the replacements by what
//! is 0 for reasons of ranges, and `claim(c, m)`: every coefficient of `c` is a multiple of `m`, or
//! `c` is 0 if `m` is. `scripts/prove` runs them. What an instruction computes, and ranges, are not
//! checked again.

use super::polynomial::{Formula, Polynomial, Variable};
use num_bigint::BigInt;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::format;
use std::io::Write as _;
use std::path::PathBuf;
use std::rc::Rc;
use std::string::{String, ToString};
use std::sync::OnceLock;
use std::vec::Vec;

/// How a polynomial was computed.
pub(crate) enum Origin {
    Terms(Vec<(Vec<Variable>, BigInt)>),
    Sum([Rc<Origin>; 2]),
    Product([Rc<Origin>; 2]),
    Multiple(Rc<Origin>, BigInt),
    /// Divided by a power of 2.
    Quotient(Rc<Origin>, u64),
}

impl Origin {
    /// The origin, if it will be written.
    pub(super) fn kept(origin: impl FnOnce() -> Self) -> Option<Rc<Self>> {
        folder().is_some().then(|| Rc::new(origin()))
    }

    fn parts(&self) -> &[Rc<Self>] {
        match self {
            Self::Terms(_) => &[],
            Self::Sum(parts) | Self::Product(parts) => parts,
            Self::Multiple(part, _) | Self::Quotient(part, _) => core::slice::from_ref(part),
        }
    }
}

fn folder() -> Option<&'static PathBuf> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    FOLDER.get_or_init(|| std::env::var_os("POLYLIMB_IDENTITIES").map(PathBuf::from)).as_ref()
}

std::thread_local! {
    /// The file of this thread's theorem.
    static FILE: RefCell<PathBuf> = RefCell::default();
}

/// Begins the file of a theorem. The test's name tells theorems of the same name apart.
pub(super) fn begin(theorem: &str) {
    let Some(folder) = folder() else { return };
    let thread = std::thread::current();
    let test = thread.name().and_then(|name| name.rsplit("::").next()).unwrap_or_default();
    let name = format!("{theorem} ({test})").replace('/', "per");
    let file = folder.join(name);
    std::fs::write(&file, "").expect("the folder of identities");
    FILE.set(file);
}

/// A variable, and `numerator / 2^shift` in its place.
pub(super) type Replacement = (Variable, Polynomial, u64);

/// Writes that `c / 2^shift` is a multiple of `m` after these replacements; of 0 if it is 0.
pub(super) fn claim(
    what: &str,
    (c, shift): (&Polynomial, u64),
    replacements: &[Replacement],
    m: &BigInt,
) {
    if folder().is_none() {
        return;
    }
    let mut program = Program::default();
    let replacements: Vec<_> = replacements.iter().map(|(v, p, n)| (v, p.origin(), n)).collect();
    let c = c.origin();
    for origin in replacements.iter().map(|r| &r.1).chain([&c]) {
        program.count(origin);
    }
    let mut body = program.fraction(&c, shift);
    body.insert_str(0, "poly c = ");
    body.push_str(";\n");
    for (v, by, shift) in replacements {
        let (v, by) = (program.variable(*v), program.fraction(&by, *shift));
        writeln!(body, "c = subst(c, {v}, {by});").expect("text");
    }
    program.write(what, 3, &body, m);
}

/// Writes that `c` is a multiple of `m`, where variables stand for what `definitions` say.
pub(super) fn claim_formula(
    what: &str,
    c: &Formula,
    definitions: &BTreeMap<Variable, Formula>,
    m: &BigInt,
) {
    if folder().is_none() {
        return;
    }
    let definitions = definitions.iter().map(|(v, of)| (*v, of.origin())).collect();
    let (mut program, c) = (Program { definitions, ..Program::default() }, c.origin());
    program.count(&c);
    let body = format!("poly c = {};\n", program.text(&c, 0));
    program.write(what, 31, &body, m);
}

/// The steps that compute polynomials, in text.
#[derive(Default)]
struct Program {
    /// By address: how often it is used, and its name.
    uses: HashMap<*const Origin, (u32, Option<String>)>,
    variables: HashMap<Variable, usize>,
    /// What variables stand for.
    definitions: HashMap<Variable, Rc<Origin>>,
    defined: HashMap<Variable, String>,
    steps: String,
    names: usize,
}

impl Program {
    fn count(&mut self, origin: &Rc<Origin>) {
        let (uses, _) = self.uses.entry(Rc::as_ptr(origin)).or_default();
        *uses += 1;
        if *uses == 1 {
            for part in origin.parts() {
                self.count(part);
            }
        }
    }

    fn variable(&mut self, v: Variable) -> String {
        if let Some(name) = self.defined.get(&v) {
            return name.clone();
        }
        let Some(definition) = self.definitions.remove(&v) else {
            let next = self.variables.len() + 1;
            return format!("x({})", self.variables.entry(v).or_insert(next));
        };
        self.count(&definition);
        let (text, name) = (self.text(&definition, 0), format!("d{v}"));
        writeln!(self.steps, "poly {name} = {text};").expect("text");
        self.defined.insert(v, name.clone());
        name
    }

    /// Appends the program to the theorem's file; no variable has an exponent above `most`.
    fn write(&self, what: &str, most: u32, body: &str, m: &BigInt) {
        let (steps, variables) = (&self.steps, self.variables.len().max(1));
        let text = format!(
            "// {what}\nring r = QQ, (x(1..{variables})), (dp, L({most}));\n{steps}{body}claim(c, {m});\nkill r;\n"
        );
        FILE.with_borrow(|file| {
            let file = std::fs::OpenOptions::new().append(true).open(file);
            let mut file = file.expect("it was begun");
            file.write_all(text.as_bytes()).expect("the folder of identities");
        });
    }

    fn fraction(&mut self, origin: &Rc<Origin>, shift: u64) -> String {
        let text = self.text(origin, 0);
        if shift == 0 { text } else { format!("({text})/{}", BigInt::from(1) << shift) }
    }

    /// The expression; what is used twice, and what is nested deeply, has a name.
    fn text(&mut self, origin: &Rc<Origin>, depth: u32) -> String {
        let (uses, name) = &self.uses[&Rc::as_ptr(origin)];
        if let Some(name) = name {
            return name.clone();
        }
        let named = *uses > 1 || depth > 20;
        let depth = if named { 0 } else { depth + 1 };
        let text = match &**origin {
            Origin::Terms(terms) => return self.terms(terms),
            Origin::Sum(parts) => {
                let [a, b] = parts.each_ref().map(|part| self.text(part, depth));
                match (&a[..], &b[..]) {
                    ("0", _) => b,
                    (_, "0") => a,
                    _ => format!("{a}+{b}"),
                }
            }
            Origin::Product(parts) => {
                let [a, b] = parts.each_ref().map(|part| self.text(part, depth));
                format!("({a})*({b})")
            }
            Origin::Multiple(a, c) => match self.text(a, depth) {
                a if a == "0" || *c == BigInt::from(1) => a,
                a => format!("({a})*({c})"),
            },
            Origin::Quotient(a, n) => {
                format!("({})/{}", self.text(a, depth), BigInt::from(1) << n)
            }
        };
        if !named || text == "0" {
            return text;
        }
        self.names += 1;
        let name = format!("p{}", self.names);
        writeln!(self.steps, "poly {name} = {text};").expect("text");
        self.uses.insert(Rc::as_ptr(origin), (0, Some(name.clone())));
        name
    }

    fn terms(&mut self, terms: &[(Vec<Variable>, BigInt)]) -> String {
        let mut text = String::new();
        for (monomial, c) in terms {
            text.push_str(if text.is_empty() { "" } else { "+" });
            let variables = monomial.iter().filter(|v| **v > 0).map(|v| self.variable(*v));
            let mut factors: Vec<String> = variables.collect();
            if factors.is_empty() || *c != BigInt::from(1) {
                factors.push(format!("({c})"));
            }
            text.push_str(&factors.join("*"));
        }
        if text.is_empty() { "0".to_string() } else { text }
    }
}
