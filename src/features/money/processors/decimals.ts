/**
 * `1295` -> `12.95`: amounts are integers of the smallest unit everywhere but on a processor's
 * wire.
 */
export function decimalOf(amount: number): string {
  const digits = String(amount).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * `12.95`, `12.9` and `12` in the smallest unit; null for anything else. For currencies with two
 * decimals.
 */
export function amountIn(decimal: string | undefined): number | null {
  const [, whole, rest = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(decimal ?? '') ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(rest.padEnd(2, '0'))
}
