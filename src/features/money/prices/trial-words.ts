import { dayIn } from '#lib/formats.ts'

/** Of a free trial that runs: `Free until 4 March 2027, then US$19.95 every 30 days`. */
export function freeUntil(locale: string | null, until: string, afterTrial: string): string {
  return `Free until ${dayIn(locale, new Date(until))}, then ${afterTrial}`
}
