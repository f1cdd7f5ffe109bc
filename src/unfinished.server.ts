import { join } from 'node:path'
import { readSources } from './content/files.server.ts'
import { applyChanges } from './content/texts.server.ts'
import { unreadTexts } from './content/unread.ts'
import type { Db } from './db/connection.server.ts'
import { liveRevisions } from './features/guests/texts/history/revisions.sql.ts'
import { changeOf } from './features/guests/texts/publishing/published-texts.server.ts'
import type { Job } from './jobs/worker.server.ts'
import { HOUR } from './lib/clock.ts'
import { StartUpError } from './process/start-up.server.ts'
import { type Unfinished, unfinishedOf } from './process/unfinished.ts'
import type { GivenSettings } from './settings.ts'
import { brands } from './sites/registry.ts'

/** `db` null: the texts as they were shipped, without those that were published since. */
export async function unfinishedIn(settings: GivenSettings, db: Db | null): Promise<Unfinished[]> {
  const shipped = readSources(join(import.meta.dirname, 'content'))
  const published = db === null ? [] : (await liveRevisions(db)).map(changeOf)
  return unfinishedOf({ settings, brands, unread: unreadTexts(applyChanges(shipped, published)) })
}

/** Throws with a line for each thing that a production lacks, unless a setting owns up to it. */
export async function refuseUnfinished(settings: GivenSettings, db: Db): Promise<void> {
  if (!settings.production || settings.allowsUnfinished) return
  const found = await unfinishedIn(settings, db)
  if (found.length === 0) return
  throw new StartUpError(
    [
      'This is not finished:',
      ...found.map(({ says }) => says),
      'Finish it, or set UNFINISHED=allow to show it as it is.',
    ].join('\n'),
  )
}

/** Repeats what the setting owns up to, for as long as it is so. */
export const unfinishedJob: Job = {
  name: 'unfinished',
  period: HOUR,
  start: ({ settings, db, log }) => ({
    async run() {
      const unfinished = (await unfinishedIn(settings, db)).map(({ says }) => says)
      if (unfinished.length > 0)
        log.warn(
          { unfinished },
          'this production is not finished, and UNFINISHED=allow owns up to it',
        )
    },
  }),
}
