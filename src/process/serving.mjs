// Read before anything is installed: nothing here may need a package.

/**
 * How the serving process is run. A young generation of 8 MB: pages leave much short-lived garbage, and with the
 * default of 32 MB the heap stands at 200 MB while 60 are in use.
 */
export const servingFlags = ['--max-semi-space-size=8']

/**
 * For glibc, ignored elsewhere: buffers of 128 kB and more go back to the system when they are freed. By default the
 * first freed buffer of a password hash (19 MB) raises that bound, and what is smaller stays in the process.
 */
export const servingEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }
