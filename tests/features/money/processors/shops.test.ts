import { describe, expect, test } from 'vitest'
import { checkShops } from '#money/processors/shops.server.ts'
import { readSettings } from '#settings.ts'

/**
 * What is set for processors must agree with what the brands sell; the start says where it does
 * not.
 */

const account = {
  CCBILL_ACCOUNT: '900100',
  CCBILL_USER: 'datalink1',
  CCBILL_PASSWORD: 'a password',
}
const shopOf = (brand: string) =>
  `${brand}:0001:687fa3e0-e60d-4466-88e2-181fa56dd6a9:7d901dad245fd0ff6bc20d06`

function linesFor(env: Record<string, string>): string[] {
  try {
    checkShops(readSettings(env))
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}
const withCcbill = (brand: string, more: Record<string, string> = {}) =>
  linesFor({ ...account, CCBILL_SHOPS: shopOf(brand), ...more })

describe('the start', () => {
  test.each<[string, Record<string, string>, RegExp[]]>([
    [
      'adultcrush',
      {},
      [/^CCBILL_SHOPS: ac-year of adultcrush costs 119\.40 USD; CCBill charges 2\.95 to 100\.00/],
    ],
    ['adultcrush', { CCBILL_LIMITS: '2.95-119.40' }, []],
    ['adultcrush', { CCBILL_LIMITS: '2.95-119.39' }, [/ac-year/]],
    [
      'adultcrush',
      { CCBILL_LIMITS: '25.00-150.00' },
      [/ac-month of adultcrush costs 23\.96 USD by the code SECONDLOOK/],
    ],
    ['wivesnow', {}, []],
    ['wivesnow', { CCBILL_LIMITS: '7.43-100.00' }, []],
    [
      'wivesnow',
      { CCBILL_LIMITS: '7.44-100.00' },
      [/wn-20 of wivesnow costs 7\.43 EUR by the code FIRSTLETTER/],
    ],
    ['truebootycall', {}, []],
  ])('of %s with %o names the prices that CCBill does not charge', (brand, more, lines) => {
    const told = withCcbill(brand, more)
    expect(told).toHaveLength(lines.length)
    for (const [index, line] of lines.entries()) expect(told[index]).toMatch(line)
  })

  test.each(['100', '2.95', '100.00-2.9', '2,95-100,00', 'all'])(
    'refuses %s as limits',
    (CCBILL_LIMITS) => {
      expect(withCcbill('wivesnow', { CCBILL_LIMITS }).join()).toContain(
        'CCBILL_LIMITS: must be <least>-<most>',
      )
    },
  )

  test('names a brand that is none, and one that sells by its partner', () => {
    expect([...withCcbill('nobody'), ...withCcbill('xmeeting')]).toEqual([
      'CCBILL_SHOPS: there is no brand nobody',
      'CCBILL_SHOPS: xmeeting sells nothing itself, but by its partner',
    ])
  })
})
