import { randomBytes } from 'node:crypto'
import { type Handler, handle } from '../../api/router.server.ts'
import type { Services } from '../../api/services.server.ts'
import type { Scope } from '../../api/session.server.ts'
import type { Trx } from '../../db/connection.server.ts'
import { type PhotoViewer, photoViewer, pictureOf } from './addresses.server.ts'
import { deletePhoto, describePhoto, listOwnPhotos, type OwnPhoto, setPrimaryPhoto, uploadPhoto } from './photos.contract.ts'
import { changePhoto, hasPhoto, insertPhoto, makePrimary, ownPhotos, type PhotoRow, refuseTooManyPhotos, removePhoto } from './photos.sql.ts'
import { fileName, fileNames, MAX_PHOTOS } from './photos.ts'
import { makeRenditions } from './renditions.server.ts'

type Upload = { photo: Blob; description: string; isPrivate: boolean }

/**
 * Files first, then one transaction with the row and `alongside`; the sweep deletes files that a crash left without a
 * row.
 */
export async function savePhoto(
  services: Services,
  scope: Scope,
  { photo, description, isPrivate }: Upload,
  alongside: (trx: Trx) => Promise<void> = async () => undefined,
): Promise<PhotoRow> {
  const ownerId = scope.member.id
  await refuseTooManyPhotos(services.db, ownerId)
  const { files, ...made } = await makeRenditions(new Uint8Array(await photo.arrayBuffer()), ownerId)
  const key = randomBytes(16).toString('hex')
  await services.photoFiles.write(new Map(files.map(({ bytes, ...file }) => [fileName({ key, ...file }), bytes])))
  const isApproved = services.settings.photoReview === 'auto'
  try {
    const row = await services.db.transaction().execute(async (trx) => {
      await alongside(trx)
      const approvedAt = isApproved ? scope.at : null
      return insertPhoto(trx, { ownerId, key, ...made, description, isPrivate, approvedAt, at: scope.at })
    })
    if (isApproved) services.log.info({ photo: row.id }, 'photo approved unseen: PHOTO_REVIEW is auto')
    return row
  } catch (error) {
    // The response of a commit can be lost: files are deleted only if the row certainly does not exist.
    const isCertain = await hasPhoto(services.db, key).then(
      (came) => !came,
      () => false,
    )
    if (isCertain) await forgetFiles(services, [key])
    throw error
  }
}

async function forgetFiles(services: Services, keys: readonly string[]): Promise<void> {
  try {
    await services.photoFiles.remove(keys.flatMap(fileNames))
  } catch (error) {
    services.log.error({ error }, 'photo files not removed; the sweep will')
  }
}

function ownPhotoOf(row: PhotoRow, viewer: PhotoViewer): OwnPhoto {
  return {
    ...pictureOf(row, viewer),
    status: row.approved_at !== null ? 'approved' : row.rejected_at !== null ? 'rejected' : 'waiting',
    isPrimary: row.is_primary,
    rejectReason: row.reject_reason,
  }
}

const uploadHandler = handle(uploadPhoto, async ({ form, scope, services }) => {
  const row = await savePhoto(services, scope, form)
  return { photo: ownPhotoOf(row, photoViewer(services, scope)) }
})

const listHandler = handle(listOwnPhotos, async ({ scope, services }) => {
  const viewer = photoViewer(services, scope)
  const rows = await ownPhotos(services.db, scope.member.id)
  return { photos: rows.map((row) => ownPhotoOf(row, viewer)), most: MAX_PHOTOS }
})

const deleteHandler = handle(deletePhoto, async ({ params, scope, services }) => {
  const key = await services.db.transaction().execute((trx) => removePhoto(trx, scope.member.id, params.id))
  await forgetFiles(services, [key])
  return { ok: true }
})

const setPrimaryHandler = handle(setPrimaryPhoto, async ({ params, scope, services }) => {
  await services.db.transaction().execute((trx) => makePrimary(trx, scope.member.id, params.id))
  return { ok: true }
})

const describeHandler = handle(describePhoto, async ({ params, body, scope, services }) => {
  const row = await services.db.transaction().execute((trx) => changePhoto(trx, scope.member.id, params.id, body))
  return { photo: ownPhotoOf(row, photoViewer(services, scope)) }
})

export const photoHandlers: Handler[] = [uploadHandler, listHandler, deleteHandler, setPrimaryHandler, describeHandler]
