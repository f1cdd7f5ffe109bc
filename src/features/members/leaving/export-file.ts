import { DAY } from '#lib/clock.ts'
import type { ExportState } from './export.contract.ts'

export const EXPORT_KEPT = 3 * DAY
/** As long as this, asking again gives the copy that is there. */
export const EXPORT_FRESH = DAY
export const EXPORT_JOB = 'exports'

export const EXPORT_FILE = '/profile/exportFile'

export const NO_EXPORT: ExportState = {
  state: 'none',
  done: 0,
  total: 0,
  bytes: 0,
  until: null,
  download: null,
}

const units = ['bytes', 'kB', 'MB', 'GB']

/** A size in words, as `1.4 MB`. */
export function sizeInWords(bytes: number): string {
  const step = Math.min(
    units.length - 1,
    Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)),
  )
  return `${Number((bytes / 1000 ** step).toPrecision(2))} ${units[step]}`
}
