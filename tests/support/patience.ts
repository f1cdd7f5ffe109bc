import { vi } from 'vitest'

/** As `expect.poll` in the configuration: a second, the default, is not enough on a busy machine. */
const PATIENCE = 60_000

const { waitFor } = vi
vi.waitFor = (callback, options) => waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE, ...options })
