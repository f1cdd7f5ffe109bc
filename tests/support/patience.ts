import { expect, vi } from 'vitest'

/**
 * As `expect.poll` in the configuration: a second, the default, is not enough on a busy machine.
 */
const PATIENCE = 20_000
/**
 * Of what starts whole products and their commands, renders whole pages, or has every table of a
 * million rows.
 */
const LONG = 300_000
const isLong =
  /\/(?:cli|faults|sites)\/|api\/random-operations|\.postgres\.test\.ts$|(?:architecture\/(?:expressions|migrations|statements)|db\/(?:collected-statements|killed-migration)|demo\/demo|features\/members\/viewer\/whole-pages|attacks\/\S+)\.test\.ts$/

const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE, ...options })

// Of each file anew: those of a process share its settings.
const limit = isLong.test(expect.getState().testPath ?? '') ? LONG : 30_000
vi.setConfig({ testTimeout: limit, hookTimeout: limit })
