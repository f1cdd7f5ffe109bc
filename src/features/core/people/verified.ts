import { dayIn } from '#lib/formats.ts'

/** The mark in words: the method and the day. */
export function markInWords(at: string): string {
  return `Photo checked by our staff on ${dayIn(null, new Date(at))}`
}
