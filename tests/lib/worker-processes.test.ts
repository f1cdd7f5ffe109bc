import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openWorker, WorkerError } from '#lib/worker-processes.server.ts'
import type { Asked } from '../support/worker-work.ts'

/**
 * Work beside the server, in a process of its own, under limits of time, memory and how much waits
 * (assurance 41).
 */

const file = new URL('../support/worker-work.ts', import.meta.url)
const open = (limits: Partial<Parameters<typeof openWorker>[1]> = {}) =>
  openWorker<Asked, unknown>(file, { mostTime: 60_000, mostWaiting: 20, memoryMb: 32, ...limits })
const whyNot = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Error) => (error instanceof WorkerError ? error.why : error.message),
  )

test('work is answered in its order, by one process', async () => {
  const { run } = open()
  const answers = (await Promise.all(['a', 'b', 'c'].map((say) => run({ say })))) as Array<{
    say: string
    pid: number
  }>
  expect(answers.map(({ say }) => say)).toEqual(['a', 'b', 'c'])
  expect(new Set([process.pid, ...answers.map(({ pid }) => pid)]).size).toBe(2)
})

test('work that is late is ended, and what waits behind it is done by another process', async () => {
  const { run } = open({ mostTime: 2000 })
  const [late, next] = await Promise.allSettled([run('loop for ever'), run({ say: 'here' })])
  expect(late).toMatchObject({ status: 'rejected', reason: { why: 'late' } })
  expect(next).toMatchObject({ status: 'fulfilled', value: { say: 'here' } })
})

// A thread of ours would abort with all the server where much is asked for at once.
test.each(['eat memory', 'eat memory at once'] as const)(
  'work that takes too much memory ends its process alone: %s',
  async (work) => {
    const { run } = open()
    expect(await whyNot(run(work))).toBe('ended')
    expect(await run({ say: 'here' })).toMatchObject({ say: 'here' })
  },
)

test.each(['write a file', 'start a process'] as const)(
  'what a stranger makes of it does not %s',
  async (work) => {
    expect(await whyNot(open().run(work))).toMatch(/permission/i)
  },
)

test('more than may wait is refused at once', async () => {
  const { run } = open({ mostWaiting: 2 })
  await run({ say: 'started' })
  const ended = await Promise.all([1, 2, 3, 4].map((n) => whyNot(run({ say: `${n}` }))))
  expect(ended).toEqual([null, null, null, 'full'])
})

test('what the work throws, and what cannot be sent, is thrown to who asked', async () => {
  const { run } = open()
  expect(await whyNot(run('throw'))).toBe('thrown there')
  expect(await whyNot(run({ say: (() => undefined) as unknown as string }))).toMatch(
    /could not be cloned/,
  )
  expect(await run({ say: 'here' })).toMatchObject({ say: 'here' })
})

test('a process that cannot start refuses what waits for it', async () => {
  const { run } = openWorker<string, string>(
    new URL('../support/no-such-file.ts', import.meta.url),
    { mostTime: 1000, mostWaiting: 5, memoryMb: 16 },
  )
  expect(await Promise.all([run('a'), run('b')].map(whyNot))).toEqual(['ended', 'ended'])
})

test('idle, it does not keep the server', async () => {
  const [workers, work] = [
    new URL('../../src/lib/worker-processes.server.ts', import.meta.url),
    file,
  ].map((one) => JSON.stringify(one.href))
  const program = `const { openWorker } = await import(${workers})
    const worker = openWorker(new URL(${work}), { mostTime: 60_000, mostWaiting: 5, memoryMb: 32 })
    await worker.run('talk')
    console.log((await worker.run({ say: 'done' })).say)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 60_000,
  })
  const said = text(child.stdout)
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(await said).toBe('done\n')
})

test('its console leads nowhere', async () => {
  const written: unknown[] = []
  const [out, err] = [process.stdout, process.stderr].map((stream) => {
    const write = stream.write.bind(stream)
    stream.write = (piece: unknown) => written.push(piece) > 0
    return () => void (stream.write = write)
  })
  await open().run('talk')
  await new Promise(setImmediate)
  out?.()
  err?.()
  expect(written).toEqual([])
})
