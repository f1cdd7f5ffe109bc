import { describe, expect, test } from 'vitest'
import { apiHostFor, hostname, hostTable, originOf } from '#sites/hosts.ts'
import { brands, mainBrand } from '#sites/registry.ts'

/** Decisions §1, "Hosts", over the eleven brands; what a host answers is in front-door.test.ts. */

const local = hostTable(brands, 'localhost')
const ids = brands.map((brand) => brand.id)

const ownHosts = [
  ['', 'bare', 'www'],
  ['www.', 'pages', 'www'],
  ['members.', 'pages', 'members'],
  ['staging.', 'pages', 'staging'],
  ['api.', 'api', 'www'],
  ['api.members.', 'api', 'members'],
  ['api.staging.', 'api', 'staging'],
  ['redirect.', 'redirect', 'www'],
  ['redirects.', 'redirect', 'www'],
  ['cupidredirect.', 'redirect', 'www'],
  ['media.', 'media', 'www'],
] as const

describe.each(ids)('%s', (id) => {
  test.each(ownHosts)('knows “%s” as its host for %s (%s)', (label, role, tier) => {
    expect(local.get(`${label}${id}.localhost`)).toMatchObject({
      role,
      tier,
      brand: { id },
      domain: `${id}.localhost`,
    })
  })

  test('has its own domain in production, and then no .localhost', () => {
    const production = hostTable(brands, null)
    const { domain } = brands.find((brand) => brand.id === id) as (typeof brands)[number]
    expect(production.get(`www.${domain}`)).toMatchObject({ role: 'pages', brand: { id }, domain })
    expect(production.get(`www.${id}.localhost`)).toBeUndefined()
    expect(production.get('localhost')).toBeUndefined()
  })

  test('calls the API on the host that goes with the page', () => {
    for (const tier of ['www', 'members', 'staging'] as const) {
      const host = { tier, domain: `${id}.localhost` }
      const [page, api] = (['pages', 'api'] as const).map((role) =>
        originOf(role, host, { protocol: 'http:', port: '4321' }),
      )
      expect(`http://${apiHostFor(new URL(page as string).host)}`).toBe(api)
    }
  })

  test.each([
    'www.%.localhost.evil.example',
    'evil-%.localhost',
    'evil%.localhost',
    'www.evil.%.localhost',
    'wwww.%.localhost',
    'www%.localhost',
    'api.www.%.localhost',
    'members.www.%.localhost',
    'www.%.localhost@evil.example',
    'www.%.localhost..',
    'www.%',
    '%',
    'www.%.localhost:4321:80',
    'www.%.localhost:http',
    '.%.localhost',
    'www.%.localhost/evil',
    'www.%.localhost\u0000',
    ' www.%.localhost',
  ])('does not answer to %j', (name) => {
    expect(local.get(hostname(name.replace('%', id)))).toBeUndefined()
  })
})

test('one network has no host twice', () => {
  expect(local.size).toBe(brands.length * ownHosts.length + 1)
})

test('bare localhost is the main brand’s domain', () => {
  expect(local.get('localhost')).toMatchObject({
    role: 'bare',
    brand: { id: 'adultcrush' },
    domain: 'adultcrush.localhost',
  })
  expect(mainBrand.id).toBe('adultcrush')
})

// Specification §7: prefix api., keeping members. or staging. sub-labels.
test.each([
  ['www.adultcrush.example', 'api.adultcrush.example'],
  ['adultcrush.example', 'api.adultcrush.example'],
  ['members.adultcrush.example', 'api.members.adultcrush.example'],
  ['staging.adultcrush.example', 'api.staging.adultcrush.example'],
  ['www.wivesnow.localhost:4321', 'api.wivesnow.localhost:4321'],
  ['members.wivesnow.localhost:4321', 'api.members.wivesnow.localhost:4321'],
  ['staging.xmeeting.localhost:80', 'api.staging.xmeeting.localhost:80'],
])('a page on %s calls %s', (page, api) => {
  expect(apiHostFor(page)).toBe(api)
})

test.each([
  ['WWW.AdultCrush.LOCALHOST', 'www.adultcrush.localhost'],
  ['www.adultcrush.localhost.', 'www.adultcrush.localhost'],
  ['www.adultcrush.localhost:4321', 'www.adultcrush.localhost'],
  ['www.adultcrush.localhost.:4321', 'www.adultcrush.localhost'],
])('%s is the name %s', (header, name) => {
  expect(hostname(header)).toBe(name)
  expect(local.get(hostname(header))).toMatchObject({ role: 'pages', tier: 'www' })
})
