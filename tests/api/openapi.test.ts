import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, expect, test } from 'vitest'
import { createDocumentation } from '#api/documentation.server.ts'
import { app, type Visitor, withApp } from '../support/app.ts'

/** The document that says what the API is, and the page to read it on (decisions §3). */

type Operation = {
  summary: string
  parameters: Array<{ name: string; in: string; required: boolean }>
  responses: Record<string, unknown>
  security?: unknown
}

withApp()
let visitor: Visitor
let document: { openapi: string; paths: Record<string, Record<string, Operation>> }
beforeAll(async () => {
  visitor = app.visitor('adultcrush')
  document = (await (await visitor.request('/openapi.json')).json()) as typeof document
})

test('the document of the API is OpenAPI 3.1, as its validator sees it', async () => {
  expect(document.openapi).toBe('3.1.0')
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

test('the document of the API can be read by anybody, with no header or origin of ours', async () => {
  const answer = await visitor.request('/openapi.json', {
    headers: { 'X-Requested-With': undefined, Origin: undefined },
  })
  expect([
    answer.status,
    answer.headers.get('Content-Type'),
    answer.headers.get('Cache-Control'),
  ]).toEqual([200, 'application/json', 'max-age=300, no-transform'])
})

/** Their 401 is about who wants to sign in. */
const signIns = ['/site/signin', '/site/signInByPasskey']

test('the document of the API names every parameter of a path, and says who must be signed in', () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const operation of Object.values(methods)) {
      const named = operation.parameters
        .filter((parameter) => parameter.in === 'path')
        .map(({ name }) => name)
      expect([path, named.toSorted()]).toEqual([
        path,
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string).toSorted(),
      ])
      expect([path, operation.security !== undefined]).toEqual([
        path,
        ('401' in operation.responses && !signIns.includes(path)) || path.startsWith('/staff'),
      ])
    }
  }
})

test('the document of the API is made and compressed once, and is small for whoever takes nothing compressed', async () => {
  let reads = 0
  const endpoint = app.api.endpoints[0]
  if (!endpoint) throw new Error('no endpoint')
  const { json, page } = createDocumentation([
    Object.defineProperty({ ...endpoint }, 'summary', { get: () => `read ${(reads += 1)} times` }),
  ])
  for (const of of [json, page, json, page])
    expect(await of(new Request('http://x.invalid/')).text()).toContain('read 1 times')
  expect(reads).toBe(1)
  const sizes = await Promise.all(
    ['/', '/openapi.json'].map(async (path) => (await (await visitor.request(path)).text()).length),
  )
  expect(Math.max(...sizes)).toBeLessThan(1_000_000)
})

test('the document of the API is a page, too, that runs nothing and loads nothing', async () => {
  const answer = await visitor.request('/', {
    headers: { 'X-Requested-With': undefined, Origin: undefined },
  })
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([
    200,
    expect.stringMatching(/^text\/html/),
  ])
  const html = await answer.text()
  for (const path of Object.keys(document.paths)) expect(html).toContain(`<code>${path}</code>`)
  expect(html).not.toMatch(/<script|<link|<img|style=|onclick|src=/i)
  expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
})
