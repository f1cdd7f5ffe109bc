import type { Services } from '../../api/services.server.ts'
import type { Person } from '../accounts/standing.sql.ts'
import { dayInWords } from '../enforcement/statements.ts'
import { viewOnceName } from '../messaging/view-once.ts'
import { inlinePicture } from '../photos/inline-picture.server.ts'
import { fileName } from '../photos/photos.ts'
import { smallRendition } from '../photos/renditions.server.ts'
import type { BatchKind } from './batches.ts'

/** As small as the smallest rendition, within the answer: it is looked at blurred, beside many others. Null where it is gone. */
export async function pictureOf({ photoFiles }: Pick<Services, 'photoFiles'>, kind: BatchKind, key: string | null): Promise<string | null> {
  if (key === null) return null
  const isForOneView = kind === 'viewOnce'
  const bytes = await photoFiles.read(isForOneView ? viewOnceName(key) : fileName({ key, width: 320, format: 'webp' }))
  return bytes && inlinePicture(isForOneView ? await smallRendition(bytes) : bytes)
}

/** What an account may do now, as staff read it. */
export function standingInWords(person: Person | undefined, at: Date): string {
  if (!person || person.deletedAt !== null) return 'deleted'
  const { bannedAt, suspendedUntil, limitedUntil, premiumUntil } = person
  const pays = premiumUntil !== null && premiumUntil > at ? ', premium' : ''
  if (bannedAt !== null) return suspendedUntil === null ? 'closed for good' : `suspended until ${dayInWords(suspendedUntil)}${pays}`
  return limitedUntil !== null && limitedUntil > at ? `limited until ${dayInWords(limitedUntil)}${pays}` : `open${pays}`
}
