import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HOUR } from '#lib/clock.ts'
import { photoSweepJob } from '#members/photos/files/sweep.server.ts'
import { app, runJob, withApp } from '#tests/support/app.ts'
import { alice } from '#tests/support/cast.ts'
import { aPhoto, storedFiles, upload } from '#tests/support/photos.ts'

withApp()

test('the sweep removes what a crash left without a row, and neither a photo, an upload under way nor what is not ours', async () => {
  await upload(await alice(app), await aPhoto())
  const kept = await storedFiles(app)
  const { photoFiles, clock } = app.services
  const [orphan, fresh] = ['00aa11bb22cc33dd-320.webp', '00ff11bb22cc33dd-320.webp']
  await photoFiles.write(
    new Map([
      [orphan, new Uint8Array(9)],
      [fresh, new Uint8Array(9)],
    ]),
  )
  const leftover = '00aa11bb22cc33dd-720.webp.part'
  const folder = join(app.dataDir, 'photos', '00')
  const foreign = 'backup.info'
  for (const name of [leftover, foreign]) await writeFile(join(folder, name), 'half')
  const old = new Date(clock.now().getTime() - 2 * HOUR)
  for (const name of [orphan, leftover, foreign]) await utimes(join(folder, name), old, old)
  for (const name of kept)
    await utimes(join(app.dataDir, 'photos', name.slice(0, 2), name), old, old)
  await utimes(join(folder, fresh), clock.now(), clock.now())

  await runJob(app, photoSweepJob)
  expect(await storedFiles(app)).toEqual([...kept, fresh, foreign].toSorted())
})
