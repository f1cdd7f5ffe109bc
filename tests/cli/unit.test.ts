import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unitOf } from '../../src/cli/unit-text.ts'
import { DAY } from '../../src/lib/clock.ts'

test.each([1, 3])('systemd finds nothing wrong with the unit of %i workers', async (workers) => {
  const unit = unitOf({ folder: process.cwd(), node: process.execPath, workers })
  expect(unit.includes('ExecReload=')).toBe(workers > 1)
  const directory = await mkdtemp(join(tmpdir(), 'unit-'))
  const file = join(directory, 'sites@.service')
  await writeFile(file, unit)
  const { error, status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
    encoding: 'utf8',
  })
  await rm(directory, { recursive: true, force: true })
  if (error)
    return void process.stdout.write(
      'systemd-analyze is not installed: the unit was not verified\n',
    )
  expect(stderr.split('\n').filter((line) => line.includes('sites@'))).toEqual([])
  expect(status).toBe(0)
})

test('a start deletes what was compiled of builds of more than a month ago', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'unit-'))
  const compiled = join(directory, 'sites', 'v24')
  await mkdir(compiled, { recursive: true })
  for (const name of ['old', 'new']) await writeFile(join(compiled, name), '')
  const old = new Date(Date.now() - 40 * DAY)
  await utimes(join(compiled, 'old'), old, old)
  const unit = unitOf({ folder: process.cwd(), node: process.execPath, workers: 1 })
  const [program = '', ...words] = (/^ExecStartPre=-(.*)$/m.exec(unit)?.[1] ?? '')
    .replaceAll('%C', directory)
    .split(' ')
  expect(spawnSync(program, words, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  expect(await readdir(compiled)).toEqual(['new'])
  await rm(directory, { recursive: true, force: true })
})
