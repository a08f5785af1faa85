//! Miller loops, products of pairings that grow pair by pair, sets of messages.
//!
//! A value before the final exponentiation differs from blst's by a factor that it removes.

use crate::border::{c, slice};
use crate::field::{Coordinate, Value, certain, curve, engine, fp2, fp12};
use crate::hash::hash;
use crate::layout::{
    Affine, BLST_ERROR, Jacobian, affine, blst_fp, blst_fp2, blst_fp6, blst_fp12, blst_p1,
    blst_p1_affine, blst_p2, blst_p2_affine, blst_pairing, blst_uniq, byte,
};
use crate::multiples::{pointers, sum_of_multiples};
use crate::tower::{conjugate, is_one_finally, of_bytes};
use crate::{BLS12_381_G1, BLS12_381_G2};
use core::any::Any;
use core::marker::PhantomData;
use polylimb::Alone;
use polylimb::authors::field::Field;
use polylimb::authors::pairing::{Coefficients, Homogeneous, Lines, Point, evaluate};
use polylimb::pairing::{G1, G2};

/// A pair, as blst orders it.
pub(crate) type Pair = (blst_p2_affine, blst_p1_affine);

/// The points for the engine.
pub(crate) fn sources(pairs: &[Pair]) -> Vec<(G1, G2)> {
    pairs.iter().map(|(q, p)| (p.source(), q.source())).collect()
}

/// The product of the Miller loops; pairs with a neutral point give 1.
pub(crate) fn miller_loop(pairs: &[Pair]) -> Value {
    let sources = sources(pairs);
    let pairs: Vec<_> = sources.iter().map(|(p, q)| (p, q)).collect();
    of_bytes(certain(engine().miller_loop_on(&Alone, &pairs)).as_bytes())
}

/// The steps of the loop: after each doubling, whether an addition follows.
fn steps() -> impl Iterator<Item = bool> {
    const U: u64 = 0xd201_0000_0001_0000;
    (0..U.ilog2()).rev().map(|i| U >> i & 1 == 1)
}

/// Number of lines.
const LINES: usize = 68;

/// The lines of `q`; zeros for the neutral point.
fn lines(q: &blst_p2_affine) -> [blst_fp6; LINES] {
    let mut lines = [blst_fp6::default(); LINES];
    if q.is_inf() {
        return lines;
    }
    let point = [q.x.el(), q.y.el()];
    let mut t = Point::affine(&fp2(), &point);
    let mut next = lines.iter_mut();
    let mut put = |line: Coefficients<_>| {
        let line = [line.c_y, line.c_x, line.c].map(|c| blst_fp2::of(&c));
        *next.next().expect("as many lines as steps") = blst_fp6 { fp2: line };
    };
    for addition in steps() {
        put(Homogeneous::double(curve(), &mut t));
        if addition {
            put(Homogeneous::add(curve(), &mut t, &point));
        }
    }
    lines
}

fn miller_loop_lines(lines: &[blst_fp6; LINES], p: &blst_p1_affine) -> Value {
    let (tower, p_at) = (fp12(), [p.x.el(), p.y.el()]);
    let mut f = tower.one();
    if p.is_inf() || lines[0] == blst_fp6::default() {
        return f;
    }
    let mut next = lines.iter().map(|line| {
        let [c_y, c_x, c] = line.fp2.map(|c| c.el());
        evaluate(curve(), &Coefficients { c_y, c_x, c }, &p_at)
    });
    for addition in steps() {
        f = tower.sqr(&f);
        for line in next.by_ref().take(1 + usize::from(addition)) {
            f = tower.mul_line(&f, &line);
        }
    }
    // The parameter is negative.
    tower.conjugate(&f)
}

/// Pairs that are kept until their loops share squares.
const MOST: usize = 8;

/// What [`blst_pairing`] holds. Plain data: callers copy and drop it as bytes.
#[repr(C)]
#[derive(Debug)]
pub struct Product {
    /// The group of keys, [`Key::KIND`]; 0 if none was added.
    kind: u32,
    /// `hash_to_curve` or `encode_to_curve`.
    hash: bool,
    has_value: bool,
    has_signature: bool,
    /// The tag; `INLINE` if it follows this memory, wherever that is moved.
    tag: *const byte,
    tag_len: usize,
    value: blst_fp12,
    in_g1: blst_p1,
    in_g2: blst_p2,
    count: usize,
    pairs: [Pair; MOST],
}

const INLINE: *const byte = core::ptr::without_provenance(usize::MAX);

impl Product {
    fn new(hash: bool, tag: *const byte, tag_len: usize) -> Self {
        Self {
            kind: 0,
            hash,
            has_value: false,
            has_signature: false,
            tag,
            tag_len,
            value: blst_fp12::default(),
            in_g1: Jacobian::default(),
            in_g2: Jacobian::default(),
            count: 0,
            pairs: [Pair::default(); MOST],
        }
    }

    fn tag(&self) -> *const byte {
        if self.tag == INLINE {
            return core::ptr::from_ref(self).wrapping_add(1).cast();
        }
        self.tag
    }

    fn multiply(&mut self, value: &Value) {
        let product = if self.has_value { fp12().mul(&self.value.el(), value) } else { *value };
        (self.value, self.has_value) = (blst_fp12::of(&product), true);
    }

    fn commit(&mut self) {
        if self.count > 0 {
            let value = miller_loop(&self.pairs[..self.count]);
            self.multiply(&value);
            self.count = 0;
        }
    }

    fn push(&mut self, pair: Pair) {
        self.pairs[self.count] = pair;
        self.count += 1;
        if self.count == MOST {
            self.commit();
        }
    }

    fn push_unless_neutral(&mut self, pair: Pair) {
        if pair != Pair::default() {
            self.push(pair);
        }
    }

    /// Adds a signature to the sum of signatures.
    fn add_signature<K: Key>(&mut self, signature: &Jacobian<K::Other>) {
        let first = !core::mem::replace(&mut self.has_signature, true);
        let sum = K::signature(self);
        *sum = if first { *signature } else { sum.add(signature) };
    }

    fn aggregate<K: Key>(
        &mut self,
        (key, check_key): (Option<&Affine<K>>, bool),
        (signature, check_signature): (Option<&Affine<K::Other>>, bool),
        scalar: Option<(&[u8], usize)>,
        message: &[u8],
        aug: &[u8],
    ) -> BLST_ERROR {
        if self.kind != 0 && self.kind != K::KIND {
            return BLST_ERROR::BLST_AGGR_TYPE_MISMATCH;
        }
        self.kind = K::KIND;
        // A neutral signature may be an aggregate, so it is left out, not refused.
        if let Some(signature) = signature.filter(|signature| !signature.is_inf()) {
            if check_signature && !signature.in_group() {
                return BLST_ERROR::BLST_POINT_NOT_IN_GROUP;
            }
            let multiple = times(signature, scalar);
            self.add_signature::<K>(&multiple);
        }
        if let Some(key) = key {
            if key.is_inf() {
                return BLST_ERROR::BLST_PK_IS_INFINITY;
            }
            if check_key && !key.in_group() {
                return BLST_ERROR::BLST_POINT_NOT_IN_GROUP;
            }
            // SAFETY: the caller of `blst_pairing_init` keeps the tag.
            let tag = unsafe { slice(self.tag(), self.tag_len) };
            let (q, p) = K::pair(*key, hash(self.hash, aug, message, tag));
            self.push((q, times(&p, scalar).affine()));
        }
        BLST_ERROR::BLST_SUCCESS
    }

    fn merge(&mut self, other: &Self) -> BLST_ERROR {
        let differ = self.kind != 0 && other.kind != 0 && self.kind != other.kind;
        if differ || self.count > 0 || other.count > 0 {
            return BLST_ERROR::BLST_AGGR_TYPE_MISMATCH;
        }
        self.kind |= other.kind;
        if other.has_signature {
            if self.kind == blst_fp::KIND {
                self.add_signature::<blst_fp>(&other.in_g2);
            } else {
                self.add_signature::<blst_fp2>(&other.in_g1);
            }
        }
        if other.has_value {
            self.multiply(&other.value.el());
        }
        BLST_ERROR::BLST_SUCCESS
    }

    /// Whether the product is the value of the signatures: `value`, or the value of their sum.
    fn verify(&self, value: Option<&blst_fp12>) -> bool {
        if !self.has_value {
            return false;
        }
        let of_signature = match value {
            Some(value) => value.el(),
            None if self.has_signature && self.kind == blst_fp::KIND => {
                miller_loop(&[(self.in_g2.affine(), BLS12_381_G1)])
            }
            None if self.has_signature => miller_loop(&[(BLS12_381_G2, self.in_g1.affine())]),
            None => fp12().one(),
        };
        is_one_finally(&fp12().mul(&conjugate(&of_signature), &self.value.el()))
    }
}

/// The multiple by a public scalar, if there is one.
fn times<C: Coordinate>(p: &Affine<C>, scalar: Option<(&[u8], usize)>) -> Jacobian<C> {
    scalar.map_or_else(
        || p.jacobian(),
        |(scalar, bits)| sum_of_multiples([(scalar, p)].into_iter(), 0, bits),
    )
}

/// The group of keys; signatures lie in the other one.
pub trait Key: Coordinate {
    type Other: Coordinate;
    const KIND: u32;

    fn signature(product: &mut Product) -> &mut Jacobian<Self::Other>;
    fn pair(key: Affine<Self>, hash: Affine<Self::Other>) -> Pair;
}

impl Key for blst_fp {
    type Other = blst_fp2;
    const KIND: u32 = 1;

    fn signature(product: &mut Product) -> &mut blst_p2 {
        &mut product.in_g2
    }

    fn pair(key: blst_p1_affine, hash: blst_p2_affine) -> Pair {
        (hash, key)
    }
}

impl Key for blst_fp2 {
    type Other = blst_fp;
    const KIND: u32 = 2;

    fn signature(product: &mut Product) -> &mut blst_p1 {
        &mut product.in_g1
    }

    fn pair(key: blst_p2_affine, hash: blst_p1_affine) -> Pair {
        (key, hash)
    }
}

/// The product in this memory.
///
/// # Safety
/// [`blst_pairing_init`] has been called for it, and nobody else uses it.
unsafe fn product<'a>(ctx: *mut blst_pairing) -> &'a mut Product {
    // SAFETY: as above; it is aligned to words, as blst's.
    unsafe { &mut *ctx.cast() }
}

/// The multiplier, if there is one.
///
/// # Safety
/// As for [`slice`].
unsafe fn multiplier<'a>(scalar: *const byte, nbits: usize) -> Option<(&'a [u8], usize)> {
    // SAFETY: as above.
    let bytes = unsafe { slice(scalar, nbits.div_ceil(8)) };
    (!bytes.is_empty()).then_some((bytes, nbits))
}

macro_rules! products {
    (
        $c:ident $other:ident: $aggregate:ident $checked:ident $multiplied:ident
        $checked_multiplied:ident $verify:ident
    ) => {
        c! {
            fn $aggregate(
                ctx: *mut blst_pairing, PK: *const Affine<$c>, signature: *const Affine<$other>,
                msg: *const byte, msg_len: usize, aug: *const byte, aug_len: usize,
            ) -> BLST_ERROR {
                $checked(ctx, PK, false, signature, true, msg, msg_len, aug, aug_len)
            }
            fn $checked(
                ctx: *mut blst_pairing, PK: *const Affine<$c>, pk_grpchk: bool,
                signature: *const Affine<$other>, sig_grpchk: bool,
                msg: *const byte, msg_len: usize, aug: *const byte, aug_len: usize,
            ) -> BLST_ERROR {
                $checked_multiplied(
                    ctx, PK, pk_grpchk, signature, sig_grpchk, core::ptr::null(), 0,
                    msg, msg_len, aug, aug_len,
                )
            }
            fn $multiplied(
                ctx: *mut blst_pairing, PK: *const Affine<$c>, sig: *const Affine<$other>,
                scalar: *const byte, nbits: usize,
                msg: *const byte, msg_len: usize, aug: *const byte, aug_len: usize,
            ) -> BLST_ERROR {
                $checked_multiplied(
                    ctx, PK, false, sig, true, scalar, nbits, msg, msg_len, aug, aug_len,
                )
            }
            fn $checked_multiplied(
                ctx: *mut blst_pairing, PK: *const Affine<$c>, pk_grpchk: bool,
                sig: *const Affine<$other>, sig_grpchk: bool, scalar: *const byte, nbits: usize,
                msg: *const byte, msg_len: usize, aug: *const byte, aug_len: usize,
            ) -> BLST_ERROR {
                product(ctx).aggregate::<$c>(
                    (PK.as_ref(), pk_grpchk),
                    (sig.as_ref(), sig_grpchk),
                    multiplier(scalar, nbits),
                    slice(msg, msg_len),
                    slice(aug, aug_len),
                )
            }
            fn $verify(
                pk: *const Affine<$c>, signature: *const Affine<$other>, hash_or_encode: bool,
                msg: *const byte, msg_len: usize, DST: *const byte, DST_len: usize,
                aug: *const byte, aug_len: usize,
            ) -> BLST_ERROR {
                let mut product = Product::new(hash_or_encode, DST, DST_len);
                let error = product.aggregate::<$c>(
                    (pk.as_ref(), true),
                    (signature.as_ref(), true),
                    None,
                    slice(msg, msg_len),
                    slice(aug, aug_len),
                );
                if error != BLST_ERROR::BLST_SUCCESS {
                    return error;
                }
                product.commit();
                if product.verify(None) {
                    BLST_ERROR::BLST_SUCCESS
                } else {
                    BLST_ERROR::BLST_VERIFY_FAIL
                }
            }
        }
    };
}
products! {
    blst_fp blst_fp2: blst_pairing_aggregate_pk_in_g1 blst_pairing_chk_n_aggr_pk_in_g1
    blst_pairing_mul_n_aggregate_pk_in_g1 blst_pairing_chk_n_mul_n_aggr_pk_in_g1
    blst_core_verify_pk_in_g1
}
products! {
    blst_fp2 blst_fp: blst_pairing_aggregate_pk_in_g2 blst_pairing_chk_n_aggr_pk_in_g2
    blst_pairing_mul_n_aggregate_pk_in_g2 blst_pairing_chk_n_mul_n_aggr_pk_in_g2
    blst_core_verify_pk_in_g2
}

c! {
    fn blst_miller_loop(ret: *mut blst_fp12, Q: *const blst_p2_affine, P: *const blst_p1_affine) {
        let pair = (*Q.as_ref().unwrap_or(&BLS12_381_G2), *P.as_ref().unwrap_or(&BLS12_381_G1));
        *ret = blst_fp12::of(&miller_loop(&[pair]));
    }
    fn blst_miller_loop_n(
        ret: *mut blst_fp12,
        Qs: *const *const blst_p2_affine,
        Ps: *const *const blst_p1_affine,
        n: usize,
    ) {
        let (qs, ps) = (pointers(Qs, n, 1), pointers(Ps, n, 1));
        let pairs: Vec<_> = qs.into_iter().zip(ps).map(|(q, p)| (*q, *p)).collect();
        *ret = blst_fp12::of(&miller_loop(&pairs));
    }
    fn blst_precompute_lines(Qlines: *mut blst_fp6, Q: *const blst_p2_affine) {
        *Qlines.cast() = lines(&*Q);
    }
    fn blst_miller_loop_lines(
        ret: *mut blst_fp12,
        Qlines: *const blst_fp6,
        P: *const blst_p1_affine,
    ) {
        *ret = blst_fp12::of(&miller_loop_lines(&*Qlines.cast(), &*P));
    }
    fn blst_aggregated_in_g1(ret: *mut blst_fp12, signature: *const blst_p1_affine) {
        *ret = blst_fp12::of(&miller_loop(&[(BLS12_381_G2, *signature)]));
    }
    fn blst_aggregated_in_g2(ret: *mut blst_fp12, signature: *const blst_p2_affine) {
        *ret = blst_fp12::of(&miller_loop(&[(*signature, BLS12_381_G1)]));
    }
    fn blst_pairing_sizeof() -> usize {
        size_of::<Product>()
    }
    fn blst_pairing_init(
        ctx: *mut blst_pairing,
        hash_or_encode: bool,
        DST: *const byte,
        DST_len: usize,
    ) {
        let behind = ctx.cast::<Product>().wrapping_add(1).cast_const().cast();
        let tag = if DST == behind { INLINE } else { DST };
        ctx.cast::<Product>().write(Product::new(hash_or_encode, tag, DST_len));
    }
    fn blst_pairing_get_dst(ctx: *const blst_pairing) -> *const byte {
        product(ctx.cast_mut()).tag()
    }
    fn blst_pairing_commit(ctx: *mut blst_pairing) {
        product(ctx).commit();
    }
    fn blst_pairing_merge(ctx: *mut blst_pairing, ctx1: *const blst_pairing) -> BLST_ERROR {
        product(ctx).merge(&*ctx1.cast())
    }
    fn blst_pairing_finalverify(ctx: *const blst_pairing, gtsig: *const blst_fp12) -> bool {
        (*ctx.cast::<Product>()).verify(gtsig.as_ref())
    }
    fn blst_pairing_raw_aggregate(
        ctx: *mut blst_pairing,
        q: *const blst_p2_affine,
        p: *const blst_p1_affine,
    ) {
        product(ctx).push_unless_neutral((*q, *p));
    }
    fn blst_pairing_as_fp12(ctx: *mut blst_pairing) -> *mut blst_fp12 {
        let product = product(ctx);
        product.commit();
        &raw mut product.value
    }
    fn blst_uniq_sizeof(n_nodes: usize) -> usize {
        size_of::<usize>() + n_nodes * size_of::<Message>()
    }
    fn blst_uniq_init(tree: *mut blst_uniq) {
        *tree.cast::<usize>() = 0;
    }
    fn blst_uniq_test(tree: *mut blst_uniq, msg: *const byte, len: usize) -> bool {
        // The number of messages, then the messages in their order.
        let count = tree.cast::<usize>();
        let messages = count.add(1).cast::<Message>();
        let earlier = core::slice::from_raw_parts(messages, *count);
        let Err(place) = earlier.binary_search_by(|m| slice(m.0, m.1).cmp(slice(msg, len))) else {
            return false;
        };
        core::ptr::copy(messages.add(place), messages.add(place + 1), *count - place);
        messages.add(place).write((msg, len));
        *count += 1;
        true
    }
}

/// A message that the caller keeps.
type Message = (*const byte, usize);

impl blst_fp12 {
    pub fn miller_loop(q: &blst_p2_affine, p: &blst_p1_affine) -> Self {
        Self::of(&miller_loop(&[(*q, *p)]))
    }

    /// The product of the Miller loops of all pairs.
    ///
    /// # Panics
    /// Unless there are as many of both, at least one.
    pub fn miller_loop_n(q: &[blst_p2_affine], p: &[blst_p1_affine]) -> Self {
        assert!(q.len() == p.len() && !q.is_empty(), "inputs' lengths mismatch");
        let pairs: Vec<_> = q.iter().copied().zip(p.iter().copied()).collect();
        Self::of(&miller_loop(&pairs))
    }
}

/// A product of pairings for one side of the equation of verification; keys and signatures may be
/// of either group.
#[derive(Debug)]
pub struct Pairing<'p> {
    product: Box<Product>,
    tag: PhantomData<&'p [u8]>,
}

// SAFETY: the tag that a product points to is borrowed for `'p`, and nobody writes it.
unsafe impl Send for Pairing<'_> {}
// SAFETY: as above.
unsafe impl Sync for Pairing<'_> {}

impl<'p> Pairing<'p> {
    pub fn new(hash_or_encode: bool, dst: &'p [u8]) -> Self {
        let product = Box::new(Product::new(hash_or_encode, dst.as_ptr(), dst.len()));
        Self { product, tag: PhantomData }
    }

    pub fn init(&mut self, hash_or_encode: bool, dst: &'p [u8]) {
        *self.product = Product::new(hash_or_encode, dst.as_ptr(), dst.len());
    }

    /// `pk` and `sig` are affine points, `sig` one of the other group or anything else for none.
    ///
    /// # Panics
    /// If `pk` is no affine point.
    pub fn aggregate(
        &mut self,
        pk: &dyn Any,
        pk_validate: bool,
        sig: &dyn Any,
        sig_groupcheck: bool,
        msg: &[u8],
        aug: &[u8],
    ) -> BLST_ERROR {
        self.mul_n_aggregate(pk, pk_validate, sig, sig_groupcheck, &[], 0, msg, aug)
    }

    /// # Panics
    /// If `pk` is no affine point, or the scalar is shorter than `nbits`.
    pub fn mul_n_aggregate(
        &mut self,
        pk: &dyn Any,
        pk_validate: bool,
        sig: &dyn Any,
        sig_groupcheck: bool,
        scalar: &[u8],
        nbits: usize,
        msg: &[u8],
        aug: &[u8],
    ) -> BLST_ERROR {
        assert!(scalar.len() >= nbits.div_ceil(8), "scalar length mismatch");
        let scalar = (nbits > 0).then_some((scalar, nbits));
        if let Some(key) = affine::<blst_fp>(pk) {
            let (key, sig) = ((Some(key), pk_validate), (affine(sig), sig_groupcheck));
            self.product.aggregate::<blst_fp>(key, sig, scalar, msg, aug)
        } else {
            let key =
                affine::<blst_fp2>(pk).expect("the key is a blst_p1_affine or blst_p2_affine");
            let (key, sig) = ((Some(key), pk_validate), (affine(sig), sig_groupcheck));
            self.product.aggregate::<blst_fp2>(key, sig, scalar, msg, aug)
        }
    }

    /// # Panics
    /// If `sig` is no affine point.
    pub fn aggregated(gtsig: &mut blst_fp12, sig: &dyn Any) {
        let pair = match (affine::<blst_fp>(sig), affine::<blst_fp2>(sig)) {
            (Some(sig), _) => (BLS12_381_G2, *sig),
            (_, Some(sig)) => (*sig, BLS12_381_G1),
            _ => panic!("the signature is a blst_p1_affine or blst_p2_affine"),
        };
        *gtsig = blst_fp12::of(&miller_loop(&[pair]));
    }

    pub fn commit(&mut self) {
        self.product.commit();
    }

    pub fn merge(&mut self, ctx1: &Self) -> BLST_ERROR {
        self.product.merge(&ctx1.product)
    }

    pub fn finalverify(&self, gtsig: Option<&blst_fp12>) -> bool {
        self.product.verify(gtsig)
    }

    pub fn raw_aggregate(&mut self, q: &blst_p2_affine, p: &blst_p1_affine) {
        self.product.push_unless_neutral((*q, *p));
    }

    pub fn as_fp12(&mut self) -> blst_fp12 {
        self.product.commit();
        self.product.value
    }
}

/// Whether all messages differ.
pub fn uniq(msgs: &[&[u8]]) -> bool {
    let mut sorted = msgs.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|two| two[0] != two[1])
}
