import { afterAll } from 'vitest'

// The last of a file’s hooks, when its databases are closed.
afterAll(() => globalThis.gc?.())
