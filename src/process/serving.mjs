// Loaded before packages are installed: imports of packages are not possible here.

/**
 * Pages create much short-lived garbage: with the defaults, a young generation of 32 MB and an old one that may double
 * before it is collected, the heap stays at 220 MB while 60 are in use (tests/bench/memory.bench.ts).
 */
export const servingFlags = ['--max-semi-space-size=8', '--heap-growing-percent=40']

/** glibc: by default the first freed buffer of a password hash raises the threshold, and smaller ones are kept. */
export const servingEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }
