import type { FormFiles } from '#api/contract.ts'

/** Of a question, and of an answer. */
const MOST_PICTURES = 3
const MEGABYTES = 8
const MOST_BYTES = MEGABYTES * 1024 * 1024

/** One more than may come is read, so that its form says so, and keeps what was typed. */
export const pictureFiles: FormFiles = {
  field: 'pictures',
  mostBytes: (MOST_PICTURES + 1) * MOST_BYTES + 64 * 1024,
}

export const PICTURES_HINT = `Up to ${MOST_PICTURES}, ${MEGABYTES} MB each: JPEG, PNG, WebP or AVIF.`

/** Whether any was chosen: an input that was left empty is a file without a name. */
export function hasPictures(fields: FormData): boolean {
  return fields
    .getAll(pictureFiles.field)
    .some((value) => typeof value !== 'string' && value.name !== '')
}

/** What is wrong with pictures before anybody has decoded them; '' for nothing. */
export function wrongPictures(files: ReadonlyArray<{ size: number }>): string {
  if (files.length > MOST_PICTURES) return `Please choose at most ${MOST_PICTURES} pictures.`
  if (files.some(({ size }) => size > MOST_BYTES))
    return `Please choose pictures of up to ${MEGABYTES} MB each.`
  if (files.some(({ size }) => size === 0)) return 'One of these files is empty.'
  return ''
}

/** Where its member, and staff who answer tickets, see one. */
export function ticketPicturePath(id: number): string {
  return `/help/picture/${id}`
}
