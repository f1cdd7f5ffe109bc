import type { Services } from '../../api/services.server.ts'
import type { Trx } from '../../db/connection.server.ts'
import { brandById } from '../../sites/registry.ts'
import { contactOf } from '../accounts/account-status.sql.ts'
import { refusedPhotoMail } from './mails.ts'
import { reviewPhoto, type Verdict } from './photos.sql.ts'

type Mailer = Pick<Services, 'queueMail'> & Parameters<typeof refusedPhotoMail>[0]

/** Judges a photo; its owner learns of a refusal by mail, once, and without it if they want no such mail. */
export async function judgePhoto(mailer: Mailer, trx: Trx, photoId: number, verdict: Verdict): Promise<number | null> {
  const judged = await reviewPhoto(trx, photoId, verdict)
  if (!judged) return null
  if (!verdict.approved && !judged.wasRefused) {
    const contact = await contactOf(trx, judged.ownerId)
    const brand = contact && brandById(contact.brand)
    if (brand) await mailer.queueMail(trx, refusedPhotoMail(mailer, brand, { id: judged.ownerId, ...contact }, verdict.reason))
  }
  return judged.ownerId
}
