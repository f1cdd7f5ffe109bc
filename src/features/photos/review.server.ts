import type { Services } from '../../api/services.server.ts'
import type { Trx } from '../../db/connection.server.ts'
import type { Job } from '../../jobs/worker.server.ts'
import { SECOND } from '../../lib/clock.ts'
import { brandById } from '../../sites/registry.ts'
import { contactOf } from '../accounts/account-status.sql.ts'
import { lockProfile } from '../people/has-photo.sql.ts'
import { closeJobsAbout } from '../staff/jobs.sql.ts'
import { refusedPhotoMail } from './mails.ts'
import { reviewPhoto, type Verdict } from './review.sql.ts'
import { dueVerdicts, photoToJudge, takeVerdict } from './verdicts.sql.ts'

type Mailer = Pick<Services, 'queueMail'> & Parameters<typeof refusedPhotoMail>[0]

/** Judges a photo; its owner learns of a refusal by mail, once, and without it if they want no such mail. */
export async function judgePhoto(mailer: Mailer, trx: Trx, photoId: number, verdict: Verdict): Promise<number | null> {
  const judged = await reviewPhoto(trx, photoId, verdict)
  if (!judged) return null
  await takeVerdict(trx, photoId)
  await closeJobsAbout(trx, 'photos', photoId, { by: verdict.by, at: verdict.at, outcome: verdict.approved ? 'approved' : 'refused' })
  if (!verdict.approved && !judged.wasRefused) {
    const contact = await contactOf(trx, judged.ownerId)
    const brand = contact && brandById(contact.brand)
    if (brand) await mailer.queueMail(trx, refusedPhotoMail(mailer, brand, { id: judged.ownerId, ...contact }, verdict.reason))
  }
  return judged.ownerId
}

const AT_ONCE = 100

/** Lets decisions of staff take effect once they can no longer be taken back. */
export const photoVerdictsJob: Job = {
  name: 'photoVerdicts',
  period: 5 * SECOND,
  start: (services) => ({ run: (stopping) => applyDue(services, stopping) }),
}

async function applyDue(services: Services, stopping: AbortSignal): Promise<void> {
  const now = services.clock.now()
  for (const { photoId, ownerId } of await dueVerdicts(services.db, now, AT_ONCE)) {
    if (stopping.aborted) return
    await services.db.transaction().execute(async (trx) => {
      // In the order of every change to photos: the profile first.
      await lockProfile(trx, ownerId)
      const verdict = await takeVerdict(trx, photoId)
      const photo = await photoToJudge(trx, photoId)
      // A photo that was cropped anew has a job of its own again; one that was refused since stays refused.
      if (!verdict || verdict.effectAt > now || photo?.key !== verdict.key) return
      const { by, at, reason } = verdict
      if (reason === null && photo.isRefused) return
      await judgePhoto(services, trx, photoId, reason === null ? { by, at, approved: true } : { by, at, approved: false, reason })
    })
  }
}
