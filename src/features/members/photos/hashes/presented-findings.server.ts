import type { z } from 'zod'
import type { Services } from '#api/services.server.ts'
import { contactsOf } from '#core/accounts/standing/account-status.sql.ts'
import { fileName } from '#core/people/pictures/pictures.ts'
import { inlinePicture } from '../files/inline-picture.server.ts'
import { photoToJudge } from '../review.sql.ts'
import type { finding } from './findings.contract.ts'
import { type findingsOf, kindsFound } from './findings.sql.ts'

const MOST_OTHERS = 5

/** What lists and other photos say about a photo; of the others a few, with what they show. */
export async function presentedFindings(
  { db, photoFiles }: Pick<Services, 'db' | 'photoFiles'>,
  rows: ReadonlyArray<Omit<Awaited<ReturnType<typeof findingsOf>>[number], 'hashId'>>,
): Promise<Array<z.output<typeof finding>>> {
  const kinds = await kindsFound(
    db,
    rows.flatMap(({ otherPhotoId }) => otherPhotoId ?? []),
  )
  // One that a list says nobody may see is shown in no other task.
  const shown = new Set(
    [...kinds].flatMap(([id, found]) => (found.has('hold') ? [] : [id])).slice(-MOST_OTHERS),
  )
  const names = await contactsOf(
    db,
    rows.flatMap(({ otherAccountId }) => otherAccountId ?? []),
  )
  return Promise.all(
    rows.map(async ({ kind, list, why, foundAt, otherPhotoId, otherAccountId }) => {
      const photo =
        otherPhotoId !== null && shown.has(otherPhotoId)
          ? await photoToJudge(db, otherPhotoId)
          : undefined
      const bytes = photo
        ? await photoFiles.read(fileName({ key: photo.key, width: 320, format: 'webp' }))
        : null
      const username = otherAccountId === null ? undefined : names.get(otherAccountId)?.username
      const other =
        otherAccountId === null
          ? null
          : {
              accountId: otherAccountId,
              username: username ?? 'a deleted account',
              src: bytes && inlinePicture(bytes),
            }
      return { kind, list, why, foundAt: foundAt.toISOString(), other }
    }),
  )
}
