import type { FormFiles } from '#api/contract.ts'

const MEGABYTES = 8
const MOST_PICTURE_BYTES = MEGABYTES * 1024 * 1024
export const MOST_NAME = 60
export const MOST_ALT = 200
export const PICTURES_PATH = '/staff/content/pictures'

/** More than may come is read, so that its form says so, and keeps what was typed. */
export const pictureFile: FormFiles = {
  field: 'picture',
  mostBytes: 3 * MOST_PICTURE_BYTES + 64 * 1024,
}

export const PICTURE_HINT = `One, up to ${MEGABYTES} MB: JPEG, PNG, WebP or AVIF.`

/** What is wrong with a file before anybody has decoded it; '' for nothing. */
export function wrongPicture(files: ReadonlyArray<{ size: number }>): string {
  if (files.length > 1) return 'Please choose one picture.'
  if (files.some(({ size }) => size > MOST_PICTURE_BYTES))
    return `Please choose a picture of up to ${MEGABYTES} MB.`
  if (files.some(({ size }) => size === 0)) return 'This file is empty.'
  return ''
}
