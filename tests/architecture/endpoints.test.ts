import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, errorsOf, refusalsOf } from '#api/contract.ts'
import { errorCodes } from '#api/errors.ts'
import { openApiDocument } from '#api/openapi.server.ts'
import { handlers } from '#app.server.ts'
import { ownPath } from '#sites/routes.ts'
import { filesIn, readText } from './sources.ts'

const registered = handlers.map(({ endpoint }) => endpoint)
const nameOf = ({ method, path }: Endpoint) => `${method.toUpperCase()} ${path}`

const contracts = filesIn('src').filter((path) => path.endsWith('.contract.ts'))
const declared = (
  await Promise.all(
    contracts.map(async (file) => {
      const module = (await import(
        pathToFileURL(join(import.meta.dirname, '..', '..', file)).href
      )) as Record<string, unknown>
      return Object.entries(module).flatMap(([exported, endpoint]) =>
        isEndpoint(endpoint) ? [{ file, exported, endpoint }] : [],
      )
    }),
  )
).flat()

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    'path' in value &&
    'access' in value
  )
}

const tested = filesIn('tests')
  .filter((path) => /^tests\/(features|api|attacks)\/.*\.test\.ts$/.test(path))
  .map(readText)
  .join('\n')

const document = openApiDocument(registered)

test('every contract’s endpoints have a handler in app.server.ts, and every handler a contract', () => {
  expect(registered.map(nameOf).toSorted()).toEqual(
    declared.map(({ endpoint }) => nameOf(endpoint)).toSorted(),
  )
})

test('no method and path has two handlers', () => {
  const names = registered.map(nameOf)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('no endpoint hides behind an earlier one that takes any name', () => {
  const hidden = registered.flatMap((endpoint, index) => {
    const earlier = registered
      .slice(0, index)
      .find(
        (one) =>
          one.method === endpoint.method &&
          patternOf(one.path).test(endpoint.path.replaceAll(/[{}]/g, '')),
      )
    return earlier ? [`${nameOf(endpoint)} is never reached: ${nameOf(earlier)} comes first`] : []
  })
  expect(hidden).toEqual([])
})

test('a form that was posted finds one endpoint, and leads to a page of ours', () => {
  const pages = registered.flatMap(({ path, pageForm, answer }) =>
    pageForm
      ? [
          {
            path: pageForm.path ?? path,
            next: pageForm.next,
            says: namesNext(answer) || pageForm.shows === true,
          },
        ]
      : [],
  )
  for (const { path, next, says } of pages) {
    expect(pages.filter((other) => other.path === path)).toHaveLength(1)
    // Either the response or the contract defines the redirect, or the form's page shows the
    // response.
    expect([path, next === undefined]).toEqual([path, says])
    if (next !== undefined) expect(ownPath(next)).toBe(next)
  }
})

describe.each(declared.map((one) => ({ name: nameOf(one.endpoint), ...one })))(
  '$name ($file)',
  ({ exported, endpoint }) => {
    test('is in openapi.json, with each of its errors', () => {
      const operation = document.paths[endpoint.path]?.[endpoint.method] as {
        summary: string
        responses: Record<string, { description: string }>
      }
      expect(operation.summary).toMatch(/^[A-Z]/)
      for (const code of errorsOf(endpoint)) {
        const [status, title] = errorCodes[code]
        expect(operation.responses[status]?.description).toContain(`${code}: ${title}`)
      }
    })

    test('names no error that its declaration implies', () => {
      expect((endpoint.errors ?? []).filter((code) => refusalsOf(endpoint).includes(code))).toEqual(
        [],
      )
    })

    test('is asked, by its path or its contract, in a test of features, api or attacks', () => {
      const called = new RegExp(String.raw`\.calls\(\s*${exported}\b`)
      expect(pathAsAsked(endpoint.path).test(tested) || called.test(tested)).toBe(true)
    })

    test('changes something only as a POST, save the GETs that the specification names', () => {
      const named = ['/site/signout', '/event/updateLastViewedOneclickPopupOnExit']
      const changes = [endpoint.body, endpoint.form, endpoint.pageForm].some(
        (part) => part !== undefined,
      )
      const mayChange = endpoint.method !== 'get' || named.includes(endpoint.path)
      expect(mayChange || !changes).toBe(true)
    })
  },
)

function namesNext(answer: Endpoint['answer']): boolean {
  return answer instanceof z.ZodObject && 'next' in answer.shape
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

/**
 * Matches a path as tests write it: `/image/delete/id/{id}` literally, with a value, or with
 * `${…}`.
 */
function pathAsAsked(path: string): RegExp {
  const parts = path
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`${parts.join(String.raw`(?:\{\w+\}|\$\{[^}]*\}+|[\w%-]+)`)}(?![\\w/])`)
}
