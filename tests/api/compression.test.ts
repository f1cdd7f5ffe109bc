import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { app, withApp } from '../support/app.ts'
import { type CastMember, joins } from '../support/cast.ts'

withApp()
let alice: CastMember
beforeAll(async () => {
  alice = await joins(app, { brand: 'adultcrush', username: 'Alice' })
})

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
])('for a browser that takes %s an answer is made in %s', async (accepted, coding, unpacked) => {
  const plain = await alice.request('/site/getParameters', {
    headers: { 'Accept-Encoding': 'identity' },
  })
  expect(plain.headers.get('Content-Encoding')).toBeNull()
  const text = await plain.text()
  const answer = await alice.request('/site/getParameters', {
    headers: { 'Accept-Encoding': accepted },
  })
  expect([answer.headers.get('Content-Encoding'), answer.headers.get('Vary')]).toEqual([
    coding,
    expect.stringContaining('Accept-Encoding'),
  ])
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(bytes.length).toBeLessThan(text.length / 2)
  expect(Object.keys(JSON.parse(unpacked(bytes).toString()) as object)).toEqual(
    Object.keys(JSON.parse(text) as object),
  )
})
