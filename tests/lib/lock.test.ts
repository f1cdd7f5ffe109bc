import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lockDirectory } from '#lib/lock.server.ts'

const lockModule = new URL('../../src/lib/lock.server.ts', import.meta.url).href

/** Takes the lock, says so, and holds it until it is killed; or says why not. */
const program = `
  const { lockDirectory } = await import(process.argv[2])
  try {
    await lockDirectory(process.argv[1])
    console.log('locked')
    setInterval(() => undefined, 1000)
  } catch (error) {
    console.log(error.name + ': ' + error.message)
    process.exitCode = 1
  }`

let directory: string
let children: ChildProcess[]

beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'lock-')), 'data')
  children = []
})

afterEach(async () => {
  for (const child of children) await kill(child)
  await rm(join(directory, '..'), { recursive: true, force: true })
})

async function start(): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    program,
    directory,
    lockModule,
  ])
  children.push(child)
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, said: said.toString().trim() }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('the lock on a data directory', () => {
  test('is refused to a second process in one line that names the directory and the first', async () => {
    const first = await start()
    expect(first.said).toBe('locked')
    const second = await start()
    expect(second.said).toBe(
      `LockError: The data directory ${directory} is in use by another process (${first.child.pid}). Stop it, or set DATA_DIR to another directory.`,
    )
  })

  test('is free again at once after kill -9', async () => {
    for (let round = 0; round < 5; round++) {
      const { child, said } = await start()
      expect(said).toBe('locked')
      await kill(child)
    }
  })

  test('goes to exactly one of eight that start together, also over what a killed one left', async () => {
    await kill((await start()).child)
    const all = await Promise.all(Array.from({ length: 8 }, start))
    expect(all.filter(({ said }) => said === 'locked')).toHaveLength(1)
  })

  test('can be given back, and is taken once within a process, too', async () => {
    const unlock = await lockDirectory(directory)
    await expect(lockDirectory(directory)).rejects.toThrow('in use')
    await unlock()
    await unlock()
    await (
      await lockDirectory(directory)
    )()
  })

  test.each(['/proc/nowhere', '/proc/nowhere/data'])(
    'says that %s cannot be written',
    async (path) => {
      await expect(lockDirectory(path)).rejects.toThrow(
        `The data directory ${path} cannot be written`,
      )
    },
  )

  test('says that a file is no directory', async () => {
    const file = join(directory, '..', 'file')
    await writeFile(file, '')
    await expect(lockDirectory(file)).rejects.toThrow('cannot be written')
  })
})
