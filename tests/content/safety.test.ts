import { describe, expect, test } from 'vitest'
import { openTexts } from '#content/texts.server.ts'
import { brandById, brands } from '#sites/registry.ts'
import type { Brand } from '#sites/site.ts'

/**
 * What can be trusted, and where help is: two pages of each brand, which marketers edit as any
 * text.
 */

const texts = openTexts()
const wivesnow = brandById('wivesnow') as Brand
const adultcrush = brandById('adultcrush') as Brand

const withoutSpace = (text: string) => text.replaceAll(/\u00a0/g, '')

describe.each(brands.map((brand) => [brand.id, brand] as const))('%s', (_, brand) => {
  const trust = texts.library().legal('trust', brand).html
  const safety = texts.library().legal('safety', brand).html

  test('says that nobody is invented, and what its partner does only where there is one', () => {
    expect(trust).toContain(brand.name)
    expect(trust).toContain('id="nobody-is-invented"')
    expect(trust).toContain('href="/site/safety"')
    expect(trust.includes('Our partner gives access')).toBe(brand.billing.model === 'partner')
  })

  test('names help lines by country, in the order of the alphabet, with a day', () => {
    const lines = safety.slice(safety.indexOf('<h2 id="help-lines">'))
    const countries = [...lines.matchAll(/<h3 id="[^"]+">([^<]+)<\/h3>/g)].map(
      ([, name]) => name as string,
    )
    expect(countries.slice(0, -1)).toEqual(countries.slice(0, -1).toSorted())
    expect(countries.at(-1)).toBe('Elsewhere')
    expect([...lines.matchAll(/<a href="#[^"]+">([^<]+)<\/a>/g)].map(([, name]) => name)).toEqual(
      countries,
    )
    expect(lines).toMatch(/As of \d{1,2} \w+ 20\d\d/)
  })

  test('calls the number that it shows', () => {
    const numbers = [...safety.matchAll(/<a href="tel:([^"]+)">([^<]+)<\/a>/g)]
    expect(numbers.length).toBeGreaterThan(15)
    for (const [, called = '', shown = ''] of numbers) expect(called).toBe(withoutSpace(shown))
  })
})

test('staff put a number right on one brand, or on all', () => {
  const edited = openTexts()
  const text = edited.shipped().find(({ path }) => path === 'legal/all/safety.md')?.text ?? ''
  expect(text).toContain('[116 016](tel:116016)')
  const changed = text.replace('[116 016](tel:116016)', '[116 006](tel:116006)')
  const htmlOn = (brand: Brand) => edited.library().legal('safety', brand).html
  expect(edited.publish([{ path: 'legal/wivesnow/safety.md', text: changed }])).toEqual([])
  expect([
    htmlOn(wivesnow).includes('116\u00a0006'),
    htmlOn(adultcrush).includes('116\u00a0006'),
  ]).toEqual([true, false])
  expect(edited.publish([{ path: 'legal/all/safety.md', text: changed }])).toEqual([])
  expect(htmlOn(adultcrush)).toContain('<a href="tel:116006">116\u00a0006</a>')
})
