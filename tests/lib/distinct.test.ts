import { describe, expect, onTestFinished, test } from 'vitest'
import { handedIn } from '#api/feature.ts'
import { allJobs, fromFeatures, handlers, readings } from '#app.server.ts'
import { features } from '#features.server.ts'
import { distinct } from '#lib/distinct.ts'
import { counter, metrics } from '#lib/metrics.server.ts'
import { type CopiedFile, collectionsOf, namedOnce } from '#members/leaving/copy.server.ts'
import { erasuresOf } from '#members/leaving/erasures.server.ts'

/** Many features give to one list: two of a name would hide or lose one. */

describe('no two have one name', () => {
  const lists: Record<string, readonly string[]> = {
    collections: collectionsOf(features).map(({ name }) => name),
    erasures: erasuresOf(features).map(({ table, columns }) => `${table} ${columns.join()}`),
    jobs: allJobs.map(({ name }) => name),
    endpoints: handlers.map(({ endpoint: { method, path } }) => `${method} ${path}`),
    doors: fromFeatures.doors.map(({ name }) => name),
    'kinds of files': handedIn(features, 'fileKinds').map(({ what }) => what),
    'metrics of the database': readings.flatMap(({ metrics }) => Object.keys(metrics)),
  }
  test.each(Object.entries(lists))('of all %s', (_, names) => {
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    expect(names.length).toBeGreaterThan(1)
  })
})

test('a list with two of one name is refused, and nothing starts with it', () => {
  expect(() => distinct('jobs', ['mail', 'sweep', 'mail'], (name) => name)).toThrow(
    'two jobs are named mail',
  )
})

test('a copy with a second file of a name is not made', async () => {
  async function* files(): AsyncGenerator<CopiedFile, void, undefined> {
    for (const name of ['data/visits.json', 'data/likes.json', 'data/visits.json'])
      yield { name, input: new Uint8Array(), lastModified: new Date(0) }
  }
  const read: string[] = []
  const all = (async () => {
    for await (const { name } of namedOnce(files())) read.push(name)
  })()
  await expect(all).rejects.toThrow('two files of a copy are named data/visits.json')
  expect(read).toEqual(['data/visits.json', 'data/likes.json'])
})

test('a metric that another module has declared is refused', () => {
  counter('sites_distinct_test_total', 'Of this test')
  // Other tests of the process read all metrics.
  onTestFinished(() => metrics.removeSingleMetric('sites_distinct_test_total'))
  expect(() => counter('sites_distinct_test_total', 'Of this test')).not.toThrow()
  expect(() => counter('sites_distinct_test_total', 'Of another')).toThrow(
    'two metrics are named sites_distinct_test_total',
  )
})
