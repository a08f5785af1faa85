//! Two numbers to their products, squares, sums and differences in two fields.
#![no_std]
#![no_main]

polylimb_thumb::program!(64 to 256: polylimb_thumb::field::operations);
