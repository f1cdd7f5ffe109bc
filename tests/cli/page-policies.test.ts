import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { pagePolicies, withOwnHashes } from '#front-door/page-policies.mjs'

const hash = (content: string) =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`
const page = (policy: string, rest: string) =>
  `<head><meta http-equiv="content-security-policy" content="${policy}">${rest}`

test('a page may run and wear what it has between its tags, and nothing else', () => {
  const rest = '<style>a{}\n</style><script type="module">b()</script><p class="style">c</p>'
  const allowed = `script-src 'self' ${hash('b()')} ${hash('other()')} ; style-src 'self' ${hash('a{}\n')} ${hash('a{}')};`
  expect(withOwnHashes(page(allowed, rest))).toBe(
    page(`script-src 'self' ${hash('b()')} ; style-src 'self' ${hash('a{}\n')};`, rest),
  )
})

test('whatever is not a hash stays', () => {
  const policy = `default-src 'none'; script-src 'self' 'strict-dynamic' https://example.org; style-src 'self';`
  expect(withOwnHashes(page(policy, ''))).toBe(page(policy, ''))
  expect(withOwnHashes('<p>no policy</p>')).toBe('<p>no policy</p>')
})

test('no page made on demand is allowed the styles of the others', () => {
  const islands = hash('astro-island,astro-slot,astro-static-slot{display:contents}').slice(1, -1)
  const manifestWith = (hashes: string[]) => ({
    csp: { styleHashes: [...hashes], styleDirective: { resources: [], hashes: [...hashes] } },
  })
  const manifest = manifestWith(['sha256-a', islands, 'sha256-b'])
  const made = pagePolicies.hooks['astro:build:ssr']
  made({ manifest })
  expect(manifest).toEqual(manifestWith([islands]))
  expect(() => made({ manifest: manifestWith(['sha256-a']) })).toThrow(
    'Astro styles its islands otherwise',
  )
})
