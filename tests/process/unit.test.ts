import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DAY } from '#lib/clock.ts'
import { servingEnvironment, servingFlags } from '#process/serving.mjs'

const example = await readFile('src/process/serving/sites@.service', 'utf8')

test('starts the product as npm start does', () => {
  const program = `/opt/sites/node_modules/node/bin/node ${servingFlags.join(' ')} src/server.ts`
  expect(example).toContain(`\nExecStart=${program}\n`)
  // The service may not write to its folder.
  const environment = { ...servingEnvironment, NODE_COMPILE_CACHE: '%C/sites' }
  for (const [name, value] of Object.entries(environment))
    expect(example).toContain(`\nEnvironment=${name}=${value}\n`)
})

test('systemd finds nothing wrong with the unit', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'unit-'))
  const file = join(directory, 'sites@.service')
  await writeFile(file, example.replaceAll('/opt/sites', process.cwd()))
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
  const [program = '', ...words] = (/^ExecStartPre=-(.*)$/m.exec(example)?.[1] ?? '')
    .replaceAll('%C', directory)
    .split(' ')
  expect(spawnSync(program, words, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  expect(await readdir(compiled)).toEqual(['new'])
  await rm(directory, { recursive: true, force: true })
})
