import { HOUR } from '#lib/clock.ts'

export const PRESERVED_PATH = '/staff/preserved'
/** Letters of the reason for which somebody asks to see a copy. */
export const MAX_REASON = 500
/** How long another lead has to agree. */
export const ASK_FOR = 72 * HOUR
/** How long whoever asked may look, once another lead has agreed. */
export const OPEN_FOR = HOUR

/** The name of a copy in the store of photos. No media address has one of this form. */
export function preservedName(key: string): string {
  return `${key}-preserved.bin`
}

export function readPreservedName(name: string): string | null {
  return /^([a-f0-9]{32})-preserved\.bin$/.exec(name)?.[1] ?? null
}
