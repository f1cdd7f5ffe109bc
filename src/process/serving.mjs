// Loaded before packages are installed: imports of packages are not possible here.
import { join } from 'node:path'

/** Where Node keeps what it compiled, until the next build. */
export const compiledFolder = join(import.meta.dirname, '..', '..', 'dist', 'compiled')

/**
 * Pages create much short-lived garbage: with the defaults, a young generation of 32 MB and an old
 * one that may double before it is collected, the heap stays at 220 MB while 60 are in use
 * (tests/bench/memory.bench.ts). A young generation of 8 MB costs pages no more than one of 16 and
 * keeps fewer buffers of answers that have been sent; one of 4 MB costs a dashboard a sixth more.
 */
export const servingFlags = ['--max-semi-space-size=4', '--heap-growing-percent=30']

/**
 * glibc: by default the first freed buffer of a password hash raises the threshold, and smaller
 * ones are kept; a second arena keeps 6 MB of what its threads freed. Node: modules compiled by an
 * earlier start take a third off the next one, and 15 MB off the memory that types in source files
 * take to be removed.
 */
export const servingEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_COMPILE_CACHE: compiledFolder,
}
