import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashesOfList } from '#members/photos/hashes/hash-table.sql.ts'
import { csvList } from '#staff/hash-lists/lists/csv-list.server.ts'
import { stopNciiList } from '#staff/hash-lists/lists/stopncii.server.ts'
import { hashListJob, syncList } from '#staff/hash-lists/lists/sync.server.ts'
import { app, withApp } from '#tests/support/app.ts'

withApp()
beforeEach(async () => {
  await app.db.deleteFrom('hash_lists').execute()
  await app.db.deleteFrom('hash_table').execute()
  app.logged.length = 0
})

const never = new AbortController().signal
const aHash = () => randomBytes(32).toString('hex')
const alarms = () => app.logged.filter((line) => line.includes('shrunk to nothing')).length

async function held(): Promise<string[]> {
  const rows = await app.db
    .selectFrom('hash_table')
    .select(['kind', 'hash', 'list', 'action'])
    .orderBy('id')
    .execute()
  return rows.map(
    ({ kind, hash, list, action }) =>
      `${list} ${action} ${kind} ${Buffer.from(hash).toString('hex')}`,
  )
}

describe('a file', () => {
  const fileWith = async (...lines: string[]) => {
    const path = join(app.dataDir, 'hashes.csv')
    await writeFile(path, ['kind,hash', ...lines, ''].join('\n'))
    return csvList(path)
  }
  const [one, other] = [aHash(), aHash()]

  test('is read whole: what is no longer in it goes, and an unchanged one changes nothing', async () => {
    expect(
      await syncList(
        app.services,
        await fileWith(`pdq,${one}`, `sha256,${other.toUpperCase()},a note`),
        never,
      ),
    ).toEqual({ added: 2, gone: 0 })
    expect((await held()).toSorted()).toEqual([`file hold pdq ${one}`, `file hold sha256 ${other}`])
    expect(
      await syncList(
        app.services,
        await fileWith(`pdq,${one}`, `sha256,${other.toUpperCase()},a note`),
        never,
      ),
    ).toEqual({ added: 0, gone: 0 })
    expect(await syncList(app.services, await fileWith(`sha256,${other}`), never)).toEqual({
      added: 0,
      gone: 1,
    })
    expect(await held()).toEqual([`file hold sha256 ${other}`])
  })

  test('is read from the hash table a page at a time, each hash once', async () => {
    const all = Array.from({ length: 7 }, aHash)
    await syncList(
      app.services,
      await fileWith(...all.map((hash, index) => `${index % 2 === 0 ? 'pdq' : 'sha256'},${hash}`)),
      never,
    )
    const pages = []
    for await (const page of hashesOfList(app.db, 'file', 3))
      pages.push(page.map(({ hash }) => Buffer.from(hash).toString('hex')))
    expect([pages.map((page) => page.length), pages.flat().toSorted()]).toEqual([
      [3, 3, 1],
      all.toSorted(),
    ])
  })

  test('that is empty at once is refused, with an alarm; a damaged line changes nothing', async () => {
    await syncList(app.services, await fileWith(`pdq,${one}`), never)
    expect(await syncList(app.services, await fileWith(), never)).toBeNull()
    expect([await held(), alarms()]).toEqual([[`file hold pdq ${one}`], 1])
    await expect(
      syncList(app.services, await fileWith(`pdq,${other}`, 'pdq,12'), never),
    ).rejects.toThrow('line 3')
    expect(await held()).toEqual([`file hold pdq ${one}`])
  })
})

type Answer = { status: number; headers?: Record<string, string>; body?: unknown }

describe('StopNCII', () => {
  let server: Server
  let answers: Answer[]
  let asked: Array<{ path: string; keys: unknown[] }>
  const waits: number[] = []
  const list = () =>
    stopNciiList(
      {
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
        subscriptionKey: 'one',
        functionKey: 'two',
      },
      async (milliseconds) => waits.push(milliseconds),
    )

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push({
        path: request.url ?? '',
        keys: [request.headers['ocp-apim-subscription-key'], request.headers['x-functions-key']],
      })
      const { status, headers = {}, body = {} } = answers.shift() ?? { status: 404 }
      response
        .writeHead(status, { 'Content-Type': 'application/json', ...headers })
        .end(JSON.stringify(body))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  beforeEach(() => {
    answers = []
    asked = []
    waits.length = 0
  })
  afterAll(() => void server.close())

  const record = (hashValue: string, hashStatus = 'Active', signalType = 'ImagePDQ') => ({
    lastModtimestamp: 1625167804,
    hashValue,
    hashStatus,
    signalType,
    caseNumbers: { 'bd2bff7c-8160-4615-8dce-38c2f066d1ac': hashStatus },
  })
  const page = (hashRecords: unknown[], more: { token?: string; until?: number } = {}): Answer => ({
    status: 200,
    body: {
      count: hashRecords.length,
      nextSetTimestamp: more.until ?? 1625175071,
      nextPageToken: more.token ?? null,
      hasMoreRecords: more.token !== undefined,
      hashRecords,
    },
  })

  test('is fetched page by page, with its keys, and next time from where it ended', async () => {
    const hashes = [aHash(), aHash(), aHash()] as const
    answers = [
      page(
        [
          record(hashes[0]),
          record(hashes[1], 'Received'),
          record(aHash().slice(32), 'Active', 'VideoMD5'),
        ],
        { token: 'a token' },
      ),
      page([record(hashes[2]), { damaged: true }], { until: 1700000000 }),
      page([]),
    ]
    expect(await syncList(app.services, list(), never)).toEqual({ added: 3, gone: 0 })
    expect((await held()).toSorted()).toEqual(
      hashes.map((hash) => `StopNCII hold pdq ${hash}`).toSorted(),
    )
    await syncList(app.services, list(), never)
    expect(asked.map(({ path }) => path)).toEqual([
      '/v1/FetchHashes?startTimestamp=10&pageSize=800',
      '/v1/FetchHashes?startTimestamp=10&pageSize=800&nextPageToken=a+token',
      '/v1/FetchHashes?startTimestamp=1700000000&pageSize=800',
    ])
    expect(asked[0]?.keys).toEqual(['one', 'two'])
    expect(await held()).toHaveLength(3)
  })

  test.each(['Withdrawn', 'Deleted'])(
    'has a %s hash deleted here, even the only one',
    async (status) => {
      const hash = aHash()
      answers = [page([record(hash)]), page([record(hash, status)])]
      await syncList(app.services, list(), never)
      expect(await syncList(app.services, list(), never)).toEqual({ added: 0, gone: 1 })
      expect(await held()).toEqual([])
    },
  )

  test('that withdraws all at once is refused, with an alarm', async () => {
    const hashes = Array.from({ length: 11 }, aHash)
    answers = [
      page(hashes.map((hash) => record(hash))),
      page(hashes.map((hash) => record(hash, 'Deleted'))),
    ]
    await syncList(app.services, list(), never)
    expect(await syncList(app.services, list(), never)).toBeNull()
    expect([(await held()).length, alarms()]).toEqual([11, 1])
  })

  test('is asked again while it is busy, as late as it says, and given up after five tries', async () => {
    const hash = aHash()
    answers = [
      { status: 429, headers: { 'Retry-After': '7' } },
      { status: 503 },
      page([record(hash)]),
    ]
    expect(await syncList(app.services, list(), never)).toEqual({ added: 1, gone: 0 })
    expect(waits).toEqual([7000, 4000])
    answers = Array.from({ length: 9 }, () => ({ status: 500 }))
    await expect(syncList(app.services, list(), never)).rejects.toThrow('500')
    expect(answers).toHaveLength(4)
  })

  test('whose next page is not to be had any more changes nothing, and is fetched again from the start', async () => {
    answers = [page([record(aHash())], { token: 'expired' }), { status: 410 }]
    await expect(syncList(app.services, list(), never)).rejects.toThrow('410')
    expect(await held()).toEqual([])
    answers = [page([])]
    await syncList(app.services, list(), never)
    expect(asked.at(-1)?.path).toBe('/v1/FetchHashes?startTimestamp=10&pageSize=800')
  })

  test('does not keep the task from the other lists where it fails', async () => {
    await writeFile(join(app.dataDir, 'hashes.csv'), `pdq,${aHash()}\n`)
    const settings = {
      ...app.services.settings,
      hashListFile: join(app.dataDir, 'none.csv'),
      stopNcii: {
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
        subscriptionKey: 'one',
        functionKey: 'two',
      },
    }
    answers = [page([record(aHash())])]
    await hashListJob.start({ ...app.services, settings }).run(never)
    expect(await held()).toHaveLength(1)
    expect(app.logged.filter((line) => line.includes('hash list not synced'))).toHaveLength(1)
  })
})
