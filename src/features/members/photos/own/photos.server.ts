import { createHash, randomBytes } from 'node:crypto'
import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { claimOfForm, earlierAnswer, once } from '#api/idempotency.server.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { noteChange } from '#core/accounts/changes/account-changes.sql.ts'
import { closeTasksAbout } from '#core/tasks/tasks.sql.ts'
import { photoQueues } from '#core/tasks/tasks.ts'
import type { Trx } from '#db/connection.server.ts'
import { wake } from '#jobs/wake.sql.ts'
import { type Edit, isSameCrop, turnedCrop, type Turns } from '../crop/crops.ts'
import { statementsOfPhotos } from '../events.server.ts'
import { originalAddress, photoOf, photoViewer } from '../files/addresses.server.ts'
import { RENDITIONS_JOB } from '../files/later-renditions.sql.ts'
import { editRenditions, makeRenditions, storedAs } from '../files/renditions.server.ts'
import { forgetFiles, forgetUnused } from '../files/unused-files.server.ts'
import { checkPicture, isHidden } from '../hashes/check.server.ts'
import { openForStaff, openPhotoTask } from '../hashes/tasks.server.ts'
import { keepRefused } from '../hashes/verdicts.sql.ts'
import { hasPhoto, mainPhoto, type PhotoRow } from '../photos.sql.ts'
import { cardKey, largestName, MAX_PHOTOS, namesOf, originalName } from '../photos.ts'
import { holdPhoto, refusalThatWaits } from '../review.sql.ts'
import {
  asksRules,
  changePhoto,
  insertPhoto,
  makePrimary,
  movePhoto,
  ownPhoto,
  ownPhotos,
  putInOrder,
  refuseTooManyPhotos,
  refuseUnconfirmed,
  removePhoto,
  replaceRenditions,
} from './own-photos.sql.ts'
import type { ConfirmedRules } from './photo-rules.ts'
import {
  deletePhoto,
  describePhoto,
  editPhoto,
  listOwnPhotos,
  managePhoto,
  orderPhotos,
  type OwnPhoto,
  setPrimaryPhoto,
  uploadPhoto,
} from './photos.contract.ts'

type Upload = { photo: Blob; description: string; isPrivate: boolean; rules: ConfirmedRules }

/** Saves a photo and `alongside` in one transaction. */
export async function savePhoto(
  services: Services,
  scope: Scope,
  upload: Upload,
  alongside: (trx: Trx) => Promise<void>,
): Promise<void> {
  const bytes = new Uint8Array(await upload.photo.arrayBuffer())
  await storePhoto(services, scope, bytes, upload, (insert) =>
    services.db.transaction().execute(async (trx) => {
      await alongside(trx)
      return insert(trx)
    }),
  )
}

/**
 * Saves a photo once, however often the same upload arrives; returns its id. `key`: of the form
 * that it came by.
 */
export async function savePhotoOnce(
  services: Services,
  scope: Scope,
  upload: Upload,
  call: Pick<Parameters<typeof claimOfForm>[1], 'request' | 'at'>,
  key?: string,
): Promise<number> {
  const bytes = new Uint8Array(await upload.photo.arrayBuffer())
  const { description, isPrivate } = upload
  const photo = createHash('sha256').update(bytes).digest('hex')
  const claim = await claimOfForm(
    services.db,
    { request: call.request, at: call.at, body: { photo, description, isPrivate } },
    'POST /image/upload',
    scope.member.id,
    key,
  )
  const earlier = await earlierAnswer<number>(services.db, claim)
  return (
    earlier ??
    storePhoto(services, scope, bytes, upload, (insert) => once(services.db, claim, insert))
  )
}

/**
 * Files first, then one transaction with the row; the sweep deletes files that a crash left without
 * a row. `insertIn` may find that the photo exists already, and returns its id.
 */
async function storePhoto(
  services: Services,
  scope: Scope,
  bytes: Uint8Array,
  { description, isPrivate, rules }: Omit<Upload, 'photo'>,
  insertIn: (insert: (trx: Trx) => Promise<number>) => Promise<number>,
): Promise<number> {
  const ownerId = scope.member.id
  await refuseUnconfirmed(services.db, ownerId, rules)
  await refuseTooManyPhotos(services.db, ownerId)
  const { files, original, hashes, ...made } = await makeRenditions(bytes, ownerId)
  const [key, originalKey] = [newKey(), newKey()]
  const names = namesOf({ key, card_key: null, original_key: originalKey })
  await services.photoFiles.write(
    new Map([...storedAs(key, files), [originalName(originalKey), original]]),
  )
  const isApproved = services.settings.photoReview === 'auto'
  const approvedAt = isApproved ? scope.at : null
  try {
    const id = await insertIn(async (trx) => {
      const { id: photoId } = await insertPhoto(trx, {
        ownerId,
        key,
        originalKey,
        ...made,
        description,
        isPrivate,
        approvedAt,
        hashes,
        at: scope.at,
      })
      const findings = await checkPicture(services, trx, {
        id: photoId,
        ownerId,
        hashes,
        at: scope.at,
      })
      if (isHidden(findings)) await holdPhoto(trx, ownerId, photoId)
      else if (isApproved)
        services.log.info({ photo: photoId }, 'photo approved unseen: PHOTO_REVIEW is auto')
      await openPhotoTask(trx, { photoId, ownerId, findings, at: scope.at })
      if (!isApproved || isHidden(findings))
        await openForStaff(trx, { photoId, ownerId, brand: scope.brand.id, at: scope.at })
      else await wake(trx, RENDITIONS_JOB)
      return photoId
    })
    // False if the same upload was faster: these files then belong to no row.
    if (!(await hasPhoto(services.db, key))) await forgetFiles(services, names)
    return id
  } catch (error) {
    await forgetUnused(services, names)
    throw error
  }
}

function newKey(): string {
  return randomBytes(16).toString('hex')
}

/** Renders only what changes, from the original. */
async function applyEdit(
  services: Services,
  scope: Scope,
  before: PhotoRow,
  edit: Edit,
): Promise<PhotoRow> {
  const { original_key: kept } = before
  const source = await services.photoFiles.read(
    kept === null ? largestName(before) : originalName(kept),
  )
  if (source === null)
    throw new ApiError(
      'conflict',
      'The file of this photo is missing. Please delete the photo and add it again.',
    )
  const isTurned = edit.turns !== before.turns
  const made = await editRenditions(source, scope.member.id, edit, {
    photo: isTurned || !isSameCrop(edit.crop, before.crop),
    card: isTurned || !isSameCrop(edit.card, before.card_crop),
    original: kept === null,
  })
  const photo = made.photo && { ...made.photo, key: newKey() }
  const card = made.card && { ...made.card, key: cardKey(newKey()) }
  const originalKey = made.original && newKey()
  const files = new Map([
    ...(photo ? storedAs(photo.key, photo.files) : []),
    ...(card ? storedAs(card.key, card.files) : []),
  ])
  if (originalKey && made.original) files.set(originalName(originalKey), made.original)
  if (files.size > 0) await services.photoFiles.write(files)
  try {
    const { row, unused } = await services.db.transaction().execute(async (trx) => {
      const replaced = await replaceRenditions(trx, before, {
        edit,
        photo,
        card,
        originalKey,
        at: scope.at,
      })
      const { approved_at: approvedAt, rejected_at: refusedAt } = replaced.row
      if (approvedAt === null && refusedAt === null)
        await openForStaff(trx, {
          photoId: before.id,
          ownerId: before.account_id,
          brand: scope.brand.id,
          at: scope.at,
        })
      if (approvedAt !== null && replaced.row.renditions_due_at !== null)
        await wake(trx, RENDITIONS_JOB)
      return replaced
    })
    await forgetFiles(services, unused)
    return row
  } catch (error) {
    await forgetUnused(services, [...files.keys()])
    throw error
  }
}

/**
 * What staff have refused is known again, also where its owner deletes it before that takes effect.
 */
async function removeWithTask(trx: Trx, { member, at }: Scope, photoId: number): Promise<string[]> {
  const refusal = await refusalThatWaits(trx, member.id, photoId)
  if (refusal)
    await keepRefused(trx, photoId, {
      by: refusal.by,
      at,
      reason: 'Refused, and deleted by its owner before that took effect.',
    })
  const names = await removePhoto(trx, member.id, photoId)
  await closeTasksAbout(trx, photoQueues, photoId, { by: null, at, outcome: 'gone' })
  return names
}

async function ownPhotosOf(
  services: Services,
  scope: Scope,
  rows: readonly PhotoRow[],
): Promise<OwnPhoto[]> {
  const viewer = photoViewer(services, scope)
  const refused = rows.filter((row) => row.rejected_at !== null).map(({ id }) => id)
  const statements =
    refused.length === 0
      ? new Map<number, string>()
      : await services.ask(services.db, statementsOfPhotos, {
          accountId: scope.member.id,
          photoIds: refused,
        })
  return rows.map((row) => ({
    ...photoOf(row, viewer),
    status:
      row.approved_at !== null ? 'approved' : row.rejected_at !== null ? 'rejected' : 'waiting',
    isPrimary: row.is_primary,
    rejectReason: row.reject_reason,
    statement: statements.get(row.id) ?? null,
    edit: { turns: row.turns, crop: row.crop, card: row.card_crop },
    original: originalAddress(row, viewer),
  }))
}

async function ownPhotoOf(services: Services, scope: Scope, row: PhotoRow): Promise<OwnPhoto> {
  const [photo] = await ownPhotosOf(services, scope, [row])
  if (!photo) throw new TypeError('a photo without an answer')
  return photo
}

const uploadHandler = handle(uploadPhoto, async (call) => {
  const { form, scope, services } = call
  const id = await savePhotoOnce(services, scope, form, call)
  const row = await ownPhoto(services.db, scope.member.id, id).catch(asDeleted)
  return { photo: await ownPhotoOf(services, scope, row) }
})

/** An upload that is sent again after its photo was deleted. */
function asDeleted(error: unknown): never {
  if (error instanceof ApiError && error.code === 'notFound')
    throw new ApiError('conflict', {
      detail: 'This photo was added, and deleted since.',
      cause: error,
    })
  throw error
}

const listHandler = handle(listOwnPhotos, async ({ scope, services }) => {
  const rows = await ownPhotos(services.db, scope.member.id)
  return {
    photos: await ownPhotosOf(services, scope, rows),
    most: MAX_PHOTOS,
    asksRules: asksRules(rows),
  }
})

/**
 * Changes photos, and notes for their owner if another one is the main photo then; the first one is
 * no change.
 */
async function changeNoted<T>(
  { db }: Services,
  { member, at }: Scope,
  by: (trx: Trx) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const before = await mainPhoto(trx, member.id)
    const done = await by(trx)
    if (before && (await mainPhoto(trx, member.id))?.id !== before.id)
      await noteChange(trx, member.id, 'mainPhoto', at)
    return done
  })
}

const deleteHandler = handle(deletePhoto, async ({ params, scope, services }) => {
  const names = await changeNoted(services, scope, (trx) => removeWithTask(trx, scope, params.id))
  await forgetFiles(services, names)
  return { ok: true }
})

const setPrimaryHandler = handle(setPrimaryPhoto, async ({ params, scope, services }) => {
  await changeNoted(services, scope, (trx) => makePrimary(trx, scope.member.id, params.id))
  return { ok: true }
})

const describeHandler = handle(describePhoto, async ({ params, body, scope, services }) => {
  const row = await changeNoted(services, scope, (trx) =>
    changePhoto(trx, scope.member.id, params.id, body),
  )
  return { photo: await ownPhotoOf(services, scope, row) }
})

const orderHandler = handle(orderPhotos, async ({ body, scope, services }) => {
  await changeNoted(services, scope, (trx) => putInOrder(trx, scope.member.id, body.ids))
  return {
    photos: await ownPhotosOf(services, scope, await ownPhotos(services.db, scope.member.id)),
  }
})

const editHandler = handle(editPhoto, async ({ params, body, scope, services }) => {
  const before = await ownPhoto(services.db, scope.member.id, params.id)
  const row = await applyEdit(services, scope, before, body)
  return { photo: await ownPhotoOf(services, scope, row) }
})

const PHOTOS_PAGE = '/profile/edit/managePhotos'

const manageHandler = handle(managePhoto, async ({ body, scope, services }) => {
  const { id, act, description, isPrivate } = body
  const ownerId = scope.member.id
  const change = <T>(by: (trx: Trx) => Promise<T>) => changeNoted(services, scope, by)
  const inList = { ok: true as const, next: `${PHOTOS_PAGE}#photo-${id}` }
  const onItsOwn = { ok: true as const, next: `${PHOTOS_PAGE}?photo=${id}&saved=yes#one-photo` }
  switch (act) {
    case 'earlier':
    case 'later':
      await change((trx) => movePhoto(trx, ownerId, id, act === 'later' ? 1 : -1))
      return inList
    case 'first':
      await change((trx) => makePrimary(trx, ownerId, id))
      return inList
    case 'turnLeft':
    case 'turnRight': {
      const before = await ownPhoto(services.db, ownerId, id)
      const by: Turns = act === 'turnLeft' ? 3 : 1
      // A card is upright: what it shows of the turned photo is chosen anew.
      await applyEdit(services, scope, before, {
        turns: ((before.turns + by) % 4) as Turns,
        crop: turnedCrop(before.crop, by),
        card: null,
      })
      return onItsOwn
    }
    case 'save':
      await change((trx) => changePhoto(trx, ownerId, id, { description, isPrivate }))
      return onItsOwn
    case 'delete':
      await forgetFiles(services, await change((trx) => removeWithTask(trx, scope, id)))
      return { ok: true as const, next: `${PHOTOS_PAGE}?deleted=yes#own-photos` }
  }
})

export const photoHandlers: Handler[] = [
  uploadHandler,
  listHandler,
  deleteHandler,
  setPrimaryHandler,
  describeHandler,
  orderHandler,
  editHandler,
  manageHandler,
]
