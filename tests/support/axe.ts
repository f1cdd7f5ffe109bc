import { readFileSync } from 'node:fs'

/**
 * Of axe, to be run in a page: half the length of `axe.source`, and read by a browser in half of
 * the time.
 */
export const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
