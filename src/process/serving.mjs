// Loaded before packages are installed: imports of packages are not possible here.

/**
 * Node flags of the server. A young generation of 8 MB: pages create much short-lived garbage, and with the default of
 * 32 MB the heap stays at 200 MB while 60 are in use.
 */
export const servingFlags = ['--max-semi-space-size=8']

/**
 * For glibc, ignored elsewhere: freed buffers of 128 kB and more return to the system. By default the first freed
 * buffer of a password hash (19 MB) raises that threshold, and smaller buffers stay in the process.
 */
export const servingEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }
