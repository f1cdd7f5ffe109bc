import { spawnSync } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openThread, ThreadError } from '../../src/lib/threads.server.ts'
import type { Asked } from '../support/thread-work.ts'

/** Work beside the server’s thread, under limits of time, memory and how much waits (assurance 41). */

const file = new URL('../support/thread-work.ts', import.meta.url)
const open = (limits: Partial<Parameters<typeof openThread>[1]> = {}) =>
  openThread<Asked, unknown>(file, { mostTime: 60_000, mostWaiting: 20, memoryMb: 32, ...limits })
const whyNot = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Error) => (error instanceof ThreadError ? error.why : error.message),
  )

test('work is answered in its order, by one thread', async () => {
  const { run } = open()
  const answers = (await Promise.all(['a', 'b', 'c'].map((say) => run({ say })))) as Array<{ say: string; thread: number }>
  expect(answers.map(({ say }) => say)).toEqual(['a', 'b', 'c'])
  expect(new Set(answers.map(({ thread }) => thread)).size).toBe(1)
})

test('work that is late is ended, and what waits behind it is done by another thread', async () => {
  const { run } = open({ mostTime: 2000 })
  const [late, next] = await Promise.allSettled([run('loop for ever'), run({ say: 'here' })])
  expect(late).toMatchObject({ status: 'rejected', reason: { why: 'late' } })
  expect(next).toMatchObject({ status: 'fulfilled', value: { say: 'here' } })
})

test('work that takes too much memory ends its thread alone', async () => {
  const { run } = open()
  expect(await whyNot(run('eat memory'))).toBe('ended')
  expect(await run({ say: 'here' })).toMatchObject({ say: 'here' })
})

test('more than may wait is refused at once', async () => {
  const { run } = open({ mostWaiting: 2 })
  await run({ say: 'started' })
  const ended = await Promise.all([1, 2, 3, 4].map((n) => whyNot(run({ say: `${n}` }))))
  expect(ended).toEqual([null, null, null, 'full'])
})

test('what the work throws, and what cannot be sent, is thrown to who asked', async () => {
  const { run } = open()
  expect(await whyNot(run('throw'))).toBe('thrown there')
  expect(await whyNot(run({ say: (() => undefined) as unknown as string }))).toMatch(/could not be cloned/)
  expect(await run({ say: 'here' })).toMatchObject({ say: 'here' })
})

test('a thread that cannot start refuses what waits for it', async () => {
  const { run } = openThread<string, string>(new URL('../support/no-such-file.ts', import.meta.url), { mostTime: 1000, mostWaiting: 5, memoryMb: 16 })
  expect(await Promise.all([run('a'), run('b')].map(whyNot))).toEqual(['ended', 'ended'])
})

test('a thread that has nothing to do does not keep the process', () => {
  const threads = new URL('../../src/lib/threads.server.ts', import.meta.url)
  const program = `
    const { openThread } = await import('${threads.href}')
    const { run } = openThread(new URL('${file.href}'), { mostTime: 60_000, mostWaiting: 1, memoryMb: 32 })
    console.log((await run({ say: 'done' })).say)`
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8', timeout: 60_000 })
  expect([stdout.trim(), status]).toEqual(['done', 0])
})

test('an idle thread does not keep its process', async () => {
  const [threads, work] = [new URL('../../src/lib/threads.server.ts', import.meta.url), file].map((one) => JSON.stringify(one.href))
  const program = `const { openThread } = await import(${threads})
    const thread = openThread(new URL(${work}), { mostTime: 60_000, mostWaiting: 5, memoryMb: 32 })
    await thread.run('talk')
    console.log((await thread.run({ say: 'done' })).say)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'], timeout: 60_000 })
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
