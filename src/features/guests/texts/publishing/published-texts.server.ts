import { createHash } from 'node:crypto'
import type { Services } from '#api/services.server.ts'
import type { Change, Texts } from '#content/texts.server.ts'
import type { Job } from '#jobs/worker.server.ts'
import { MINUTE } from '#lib/clock.ts'
import { liveRevisions } from '../history/revisions.sql.ts'
import type { Revision } from '../history/revisions.ts'

export const TEXTS_JOB = 'texts'

const loading = new WeakMap<Texts, Promise<void>>()

/** Runs are sequential, so that an older read never replaces a newer one. */
export async function loadPublishedTexts(services: Services): Promise<void> {
  // The caller of a failed run gets its error; the run after it starts all the same.
  const run = () => load(services)
  const loaded = (loading.get(services.texts) ?? Promise.resolve()).then(run, run)
  loading.set(services.texts, loaded)
  await loaded
}

async function load({ db, texts, log }: Services): Promise<void> {
  const live = await liveRevisions(db)
  // Where nothing is published, nothing is checked.
  if (live.length > 0) await texts.render()
  const changes = live.map(changeOf)
  await texts.prepare(changes)
  const problems = texts.publish(changes)
  for (const { path, line, message } of problems)
    log.error({ path, line, message }, 'a published text is wrong by now and left out')
}

/** A publication triggers it (jobs/wake); the interval only covers missed notifications. */
export const textsJob: Job = {
  name: TEXTS_JOB,
  period: MINUTE,
  start: (services) => ({ run: () => loadPublishedTexts(services) }),
}

export function changeOf({ path, body }: Pick<Revision, 'path' | 'body'>): Change {
  return { path, text: body }
}

export function shippedHashOf(texts: Texts, path: string): string | null {
  const file = texts.shipped().find((one) => one.path === path)
  return file ? createHash('sha256').update(file.text).digest('base64url') : null
}
