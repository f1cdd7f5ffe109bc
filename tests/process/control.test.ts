import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { askForDump, serveControl } from '#process/control.server.ts'

test('a process that cannot copy its database says why to the command that asks', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'control-'))
  const server = await serveControl(dataDir, {
    dump: () => Promise.reject(new Error('no memory is left')),
  })
  onTestFinished(async () => {
    server?.close()
    await rm(dataDir, { recursive: true })
  })
  await expect(askForDump(dataDir)).rejects.toThrow('no memory is left')
})
