// A kernel is inlined as a whole: a call per part of a round costs more than the arithmetic.
#pragma once

#if defined(TACIT_SANITIZED)
#define TACIT_FLATTEN_KERNEL  // builds that look for bugs need not be fast
#else
#define TACIT_FLATTEN_KERNEL [[gnu::flatten]]
#endif
