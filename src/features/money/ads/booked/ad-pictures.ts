import { sisterAds } from '#sites/ads.ts'

/** The pictures that are drawn for ads (`public/ads/`), by their files. */
export const drawings: ReadonlyMap<string, string> = new Map(
  Object.values(sisterAds).map(({ picture }) => [picture.file, picture.alt]),
)

export function drawingPath(file: string): string {
  return `/ads/${file}.svg`
}

/** A drawn picture by its file, or one that a publisher put, by its number. */
export type AdPicture = { drawing: string; pictureId: null } | { drawing: null; pictureId: number }

/** As a form says it: `drawn:letters`, `own:12`. Null where it is neither. */
export function readAdPicture(value: string): AdPicture | null {
  const [kind, name = ''] = value.split(':')
  if (kind === 'drawn' && drawings.has(name)) return { drawing: name, pictureId: null }
  return kind === 'own' && /^[1-9]\d{0,14}$/.test(name)
    ? { drawing: null, pictureId: Number(name) }
    : null
}

export function adPictureValue({
  drawing,
  pictureId,
}: {
  drawing: string | null
  pictureId: number | null
}): string {
  return drawing === null ? `own:${pictureId ?? ''}` : `drawn:${drawing}`
}
