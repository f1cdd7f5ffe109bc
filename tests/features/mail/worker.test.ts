import { expect, test, vi } from 'vitest'
import { wake } from '#jobs/wake.sql.ts'
import { type Job, startJobs } from '#jobs/worker.server.ts'
import { app, withApp } from '#tests/support/app.ts'

withApp()

const NEVER = 3_600_000
const job = (name: string, run: () => Promise<void>, period = NEVER): Job => ({
  name,
  period,
  start: () => ({ run }),
})

test('a job runs at its period and never beside itself', async () => {
  let under = 0
  let most = 0
  const run = vi.fn(async () => {
    most = Math.max(most, (under += 1))
    await new Promise((resolve) => setTimeout(resolve, 15))
    under -= 1
  })
  const jobs = startJobs(app.services, [job('often', run, 1)])
  await expect.poll(() => run.mock.calls.length).toBeGreaterThan(3)
  jobs.poke('often')
  jobs.poke('often')
  await jobs.stop()
  expect(most).toBe(1)
})

test('a job that is woken by a transaction runs once that commits', async () => {
  const run = vi.fn(async () => undefined)
  const jobs = startJobs(app.services, [job('sleeper', run)])
  await expect.poll(() => run.mock.calls.length).toBe(1)
  await app.transaction(async (trx) => {
    await wake(trx, 'sleeper')
    await wake(trx, 'somebody else')
    expect(run).toHaveBeenCalledTimes(1)
  })
  await expect.poll(() => run.mock.calls.length).toBe(2)
  await jobs.stop()
})

test('what is asked for during a run is done by the next, at once', async () => {
  const open: Array<() => void> = []
  const run = vi.fn(() => new Promise<void>((resolve) => void open.push(resolve)))
  const jobs = startJobs(app.services, [job('busy', run)])
  await expect.poll(() => run.mock.calls.length).toBe(1)
  jobs.poke('busy')
  open[0]?.()
  await expect.poll(() => run.mock.calls.length).toBe(2)
  open[1]?.()
  await jobs.stop()
  expect(run).toHaveBeenCalledTimes(2)
})

test('a job that fails is logged, runs again and harms no other', async () => {
  const fails = vi.fn(async () => {
    throw new Error('out of luck')
  })
  const works = vi.fn(async () => undefined)
  const jobs = startJobs(app.services, [job('unlucky', fails, 1), job('lucky', works, 1)])
  await expect.poll(() => fails.mock.calls.length).toBeGreaterThan(2)
  expect(works.mock.calls.length).toBeGreaterThan(1)
  await jobs.stop()
  expect(app.logged.join('')).toMatch(/"job":"unlucky".*job failed/)
})

test('stopping waits for what is under way, begins nothing more and closes', async () => {
  const told: string[] = []
  let finish = (): void => undefined
  const jobs = startJobs(app.services, [
    {
      name: 'slow',
      period: 1,
      start: () => ({
        run: (stopping) =>
          new Promise<void>((resolve) => {
            stopping.addEventListener('abort', () => told.push('asked to stop'))
            finish = () => {
              told.push('finished')
              resolve()
            }
          }),
        close: () => void told.push('closed'),
      }),
    },
  ])
  const stopped = jobs.stop().then(() => told.push('stopped'))
  await new Promise((resolve) => setTimeout(resolve, 20))
  finish()
  await stopped
  expect(told).toEqual(['asked to stop', 'finished', 'closed', 'stopped'])
})
