// A hundred powers modulo one number, in one call of the C library, compared with math/big.
package main

// #cgo pkg-config: polylimb
// #include <polylimb.h>
import "C"

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"math/big"
	"os"
	"runtime"
	"unsafe"
)

func pointer(b []byte) *C.uint8_t { return (*C.uint8_t)(unsafe.Pointer(&b[0])) }

// Rows of size bytes, or one row for all jobs.
func rows(b []byte, stride, size int) C.polylimb_rows {
	return C.polylimb_rows{data: pointer(b), stride: C.size_t(stride), length: C.size_t(size)}
}

func fail(text string) {
	fmt.Fprintln(os.Stderr, text)
	os.Exit(1)
}

func main() {
	const jobs, size = 100, 256
	modulus, base, exponents := make([]byte, size), make([]byte, size), make([]byte, jobs*size)
	for _, b := range [][]byte{modulus, base, exponents} {
		if _, err := rand.Read(b); err != nil {
			fail(err.Error())
		}
	}
	modulus[0] |= 0x80
	modulus[size-1] |= 1
	results, statuses := make([]byte, jobs*size), make([]uint32, jobs)
	status := C.polylimb_modulus_pow_all(jobs, rows(modulus, 0, size), rows(base, 0, size),
		rows(exponents, size, size), C.size_t(runtime.NumCPU()),
		C.polylimb_output_rows{data: pointer(results), stride: size}, &statuses[0])
	if status != C.POLYLIMB_STATUS_OK {
		fail(C.GoString(C.polylimb_status_text(C.int32_t(status))))
	}
	m, b := new(big.Int).SetBytes(modulus), new(big.Int).SetBytes(base)
	for i := 0; i < jobs; i++ {
		e := new(big.Int).SetBytes(exponents[i*size : (i+1)*size])
		want := new(big.Int).Exp(b, e, m).FillBytes(make([]byte, size))
		if !bytes.Equal(want, results[i*size:(i+1)*size]) {
			fail(fmt.Sprintf("power %d is wrong", i))
		}
	}
	fmt.Printf("go: %d powers are right\n", jobs)
}
