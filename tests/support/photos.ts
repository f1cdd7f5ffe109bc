import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Picture } from '#core/people/pictures/pictures.contract.ts'
import { srcOf } from '#core/people/pictures/pictures.ts'
import { signedAddress } from '#members/photos/files/addresses.server.ts'
import { laterRenditionsJob } from '#members/photos/files/later-renditions.server.ts'
import { serveMedia } from '#members/photos/files/media.server.ts'
import { PHOTO_RULES } from '#members/photos/own/photo-rules.ts'
import { deletePhoto, type OwnPhoto, uploadPhoto } from '#members/photos/own/photos.contract.ts'
import { keyOf } from '#members/photos/photos.ts'
import { brandById } from '#sites/registry.ts'
import type { TestApp, Visitor } from './app.ts'
import { ifMissing } from './missing.ts'

type PhotoOptions = {
  width?: number
  height?: number
  format?: 'jpeg' | 'png' | 'webp' | 'avif'
  colour?: string
  orientation?: number
}

export async function aPhoto({
  width = 900,
  height = 1200,
  format = 'jpeg',
  colour = '#b5654a',
  orientation,
}: PhotoOptions = {}) {
  const picture = sharp({ create: { width, height, channels: 3, background: colour } })
    .composite([
      {
        input: {
          create: {
            width: Math.ceil(width / 2),
            height: Math.ceil(height / 2),
            channels: 3,
            background: '#1f4e79',
          },
        },
        gravity: 'northwest',
      },
    ])
    .withExif({
      IFD0: { Make: 'SecretCamera', Artist: 'Alice Realname' },
      IFD3: {
        GPSLatitude: '40/1 43/1 0/1',
        GPSLatitudeRef: 'N',
        GPSLongitude: '74/1 0/1 0/1',
        GPSLongitudeRef: 'W',
      },
    })
    .withXmp(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description secret="SecretXmp"/></rdf:RDF></x:xmpmeta>',
    )
    .withIccProfile('p3')
  if (orientation !== undefined) picture.withMetadata({ orientation })
  return new Uint8Array(await picture.toFormat(format).toBuffer())
}

/** A picture with enough in it for its hash to say something, another one for each seed. */
export async function drawnPhoto(seed: number): Promise<Uint8Array> {
  let state = seed * 7919 + 1
  const random = (most: number) => (state = (state * 48271) % 2147483647) % most
  const shapes = Array.from(
    { length: 60 },
    () =>
      `<ellipse cx="${random(600)}" cy="${random(600)}" rx="${20 + random(90)}" ry="${20 + random(90)}" fill="rgb(${random(256)},${random(256)},${random(256)})"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><rect width="600" height="600" fill="#808080"/>${shapes.join('')}</svg>`
  return new Uint8Array(await sharp(Buffer.from(svg)).jpeg({ quality: 92 }).toBuffer())
}

/** Uploads through the API; throws CallError. */
export async function upload(
  member: Visitor,
  bytes: Uint8Array,
  fields: Record<string, string> = {},
): Promise<OwnPhoto> {
  const { photo } = await member.calls(uploadPhoto, { form: uploadForm(bytes, fields) })
  return photo
}

export const deletesPhoto = (member: Visitor, id: number) =>
  member.calls(deletePhoto, { params: { id } })

/** With the tick of whom the photo shows, unless `fields` say otherwise. */
export function uploadForm(
  bytes: Uint8Array,
  fields: Record<string, string> = {},
  name = 'photo.jpg',
): FormData {
  const form = new FormData()
  form.set('photo', new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }))
  form.set('rules', PHOTO_RULES)
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  return form
}

export function photoRows(app: TestApp, ownerId: number) {
  return app.db
    .selectFrom('photos')
    .selectAll()
    .where('account_id', '=', ownerId)
    .orderBy('id')
    .execute()
}

/** What the job does once a photo is approved. */
export function makesLaterFiles(app: TestApp): Promise<void> {
  return laterRenditionsJob.start(app.services).run(new AbortController().signal)
}

/** Files have the machine's time; gives those of the app that of its clock. */
export async function datesFiles(app: TestApp): Promise<void> {
  const now = app.clock.now()
  const entries = await readdir(join(app.dataDir, 'photos'), {
    recursive: true,
    withFileTypes: true,
  })
  for (const entry of entries)
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), now, now)
}

export async function storedFiles(app: TestApp): Promise<string[]> {
  const entries = await readdir(join(app.dataDir, 'photos'), {
    recursive: true,
    withFileTypes: true,
  }).catch(ifMissing([]))
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted()
}

/** The address of a picture's middle rendition, or an empty one if there is no picture. */
export function addressIn(picture: Picture | null | undefined): string {
  return picture ? srcOf(picture) : ''
}

/**
 * Asks the media host for a picture as a member's browser does, with the cookies of their session,
 * or as a guest.
 */
export function look(
  app: TestApp,
  address: string,
  as: Pick<Visitor, 'cookies'> | null,
  init: RequestInit = {},
): Promise<Response> {
  const headers = new Headers(init.headers)
  if (as)
    headers.set('Cookie', [...as.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
  const brand = brandById(new URL(address).hostname.split('.')[1] ?? '')
  if (!brand) throw new Error(`no brand has ${address}`)
  return serveMedia(app.services, new Request(address, { ...init, headers }), brand)
}

/** The address of a file as it was made for this viewer, whatever became of the photo since. */
export function keptBy(app: TestApp, viewer: Visitor & { id: number }, address: string): string {
  const name = new URL(address).pathname.slice(1)
  const brand = viewer.host.split('.')[1] ?? ''
  const media = `http://media.${brand}.localhost:4321`
  return signedAddress(name, keyOf(name) ?? '', {
    id: viewer.id,
    brand,
    isShownToFew: false,
    at: app.clock.now(),
    media,
    secret: app.services.settings.sessionSecret,
  })
}
