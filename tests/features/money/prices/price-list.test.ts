import { describe, expect, it } from 'vitest'
import { creditPrices, formatMoney, priceList } from '#money/prices/price-list.ts'
import { brandById, brands } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'

const brand = (id: string) => brandById(id) as Brand

describe('the price list of a landing', () => {
  it('writes money as the currency is written, also without cents', () => {
    expect(formatMoney({ amount: 2995, currency: 'USD' })).toBe('US$29.95')
    expect(formatMoney({ amount: 2500, currency: 'JPY' })).toBe('JP¥2,500')
  })

  it('says what a longer membership comes to by the month, and that it renews', () => {
    expect(priceList(brand('adultcrush'))).toEqual([
      { name: '1 month', amount: 'US$29.95', note: 'renews until you cancel' },
      { name: '3 months', amount: 'US$59.85', note: 'US$19.95 a month, renews until you cancel' },
      { name: '12 months', amount: 'US$119.40', note: 'US$9.95 a month, renews until you cancel' },
    ])
  })

  it('says how long credits are good for, and what an act costs', () => {
    expect(priceList(brand('wivesnow'))[0]).toEqual({
      name: 'Book of 20',
      amount: '€9.90',
      note: '20 credits, good for 90 days',
    })
    expect(creditPrices(brand('wivesnow')).map(({ credits }) => credits)).toEqual([1, 5, 2])
  })

  it('names no price where a partner bills', () => {
    expect(priceList(brand('xmeeting')).map(({ name }) => name)).toEqual([
      'Looking around',
      'Unlimited access',
    ])
    expect(priceList(brand('meetwives')).map(({ name }) => name)).toEqual([
      'Looking around',
      'Age check',
    ])
    expect(creditPrices(brand('meetwives'))).toEqual([])
  })

  it.each(brands.map((one) => [one.id, one] as const))('has something to show for %s', (_, one) => {
    expect(priceList(one).length).toBeGreaterThan(0)
  })
})
