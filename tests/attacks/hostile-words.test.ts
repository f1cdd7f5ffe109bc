import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Endpoint } from '#api/contract.ts'
import { handlers } from '#app.server.ts'
import { searchQuestions } from '#guests/help/help-search.ts'
import { app, withApp } from '../support/app.ts'
import { type CastMember, worksAs } from '../support/cast.ts'
import { HOSTILE_WORDS } from '../support/hostile.ts'

/**
 * Names of Object.prototype, characters that no text holds, numbers that no column holds: refused,
 * never a fault of ours.
 */

withApp()

const endpoints = handlers
  .map(({ endpoint }) => endpoint)
  .filter(({ path }) => path !== '/event/stream')

/** The names that a part of a call may have. */
function fieldsOf(schema: z.ZodType | undefined): string[] {
  const { shape } = (schema ?? {}) as { shape?: Record<string, unknown> }
  return Object.keys(shape ?? {})
}

/**
 * Calls with the word in all fields, and in every third alone while the others are a plain number;
 * another third with the next word.
 */
function callsOf(
  endpoint: Endpoint,
  word: string,
  index: number,
): Array<[path: string, init: RequestInit & { headers: Record<string, string> }]> {
  const named = [
    ...fieldsOf(endpoint.query),
    ...fieldsOf(endpoint.body),
    ...fieldsOf(endpoint.form),
    ...fieldsOf(endpoint.params),
  ]
  return [null, ...named.filter((_, at) => at % 3 === index % 3)].map((only) => {
    const value = (name: string): string => (only === null || only === name ? word : '1')
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(value(name).toWellFormed()),
    )
    const query = new URLSearchParams(
      [...fieldsOf(endpoint.query), 'constructor'].flatMap((name) => [
        [name, value(name)],
        ...(only === name ? [[name, '2']] : []),
      ]),
    )
    const entries = [...fieldsOf(endpoint.body), '__proto__'].map(
      (name) => `${JSON.stringify(name)}:${JSON.stringify(value(name))}`,
    )
    const form = new FormData()
    for (const name of fieldsOf(endpoint.form)) form.append(name, value(name))
    const init = {
      method: endpoint.method.toUpperCase(),
      headers: { 'X-Forwarded-For': word.replaceAll(/[^\x21-\x7e]/g, '') },
    }
    if (endpoint.form) return [`${path}?${query}`, { ...init, body: form }]
    if (endpoint.body)
      return [
        `${path}?${query}`,
        {
          ...init,
          headers: { ...init.headers, 'Content-Type': 'application/json' },
          body: `{${entries.join(',')}}`,
        },
      ]
    return [`${path}?${query}`, init]
  })
}

describe.each(
  HOSTILE_WORDS.map((word, index) => [JSON.stringify(word).slice(0, 40), word, index] as const),
)('%s', (_, word, index) => {
  test('anywhere in any call is refused or harmless', async () => {
    const username = `Mallory${index}`
    const eve: CastMember = await worksAs(app, username)
    const faults: string[] = []
    for (const endpoint of endpoints) {
      for (const [path, init] of callsOf(endpoint, word, index)) {
        // Calls that end the session or the account are made by somebody who is not there any more.
        const caller = /signout|deleteAccount/.test(endpoint.path) ? app.visitor('adultcrush') : eve
        const answer = await caller.request(path, init)
        if (answer.status >= 500)
          faults.push(
            `${answer.status} ${init.method} ${path} ${typeof init.body === 'string' ? init.body : ''}`,
          )
      }
    }
    expect(faults).toEqual([])
  })
})

test.each(HOSTILE_WORDS)('%j is a word like others to the search of the help', (word) => {
  expect(
    searchQuestions(
      [
        {
          id: 'a',
          title: 'constructor of things',
          category: 'Joining',
          html: '<p>constructor</p>',
        },
      ],
      `${word} things`,
    ),
  ).toHaveLength(1)
})
