/** ISO 4217 numbers, which CCBill uses. Only currencies of two decimals. */
const numbers = { USD: '840', EUR: '978', GBP: '826', CAD: '124', AUD: '036' } as const

export function numberOf(currency: string): string | undefined {
  return Object.hasOwn(numbers, currency) ? numbers[currency as keyof typeof numbers] : undefined
}

export function currencyOf(number: string | undefined): string | null {
  const found = Object.entries(numbers).find(([, one]) => Number(one) === Number(number))
  return found?.[0] ?? null
}
