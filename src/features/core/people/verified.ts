import { dateFormat } from '../../../lib/formats.ts'

/** The mark in words: the method and the day. */
export function markInWords(at: string): string {
  return `Photo checked by our staff on ${dateFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at))}`
}
