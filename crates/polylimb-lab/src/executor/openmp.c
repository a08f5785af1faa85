/* The parallel region of openmp.rs. libgomp keeps a pool of threads for each thread that opens
   regions, and wakes it here. */
#include <omp.h>
#include <stddef.h>

void polylimb_openmp_run(int threads, size_t parts, void (*part)(const void *, size_t),
                         const void *context) {
#pragma omp parallel num_threads(threads)
  {
    /* There may be fewer threads than `threads`: in a nested region, for one. */
    size_t step = (size_t)omp_get_num_threads();
    for (size_t i = (size_t)omp_get_thread_num(); i < parts; i += step) part(context, i);
  }
}
