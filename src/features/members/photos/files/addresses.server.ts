import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import type { Picture } from '#core/people/pictures/pictures.contract.ts'
import { shownTo } from '#core/people/shown-to/shown-to.ts'
import { DAY, later, MINUTE } from '#lib/clock.ts'
import { domainOf, originOf } from '#sites/hosts.ts'
import type { Photo } from '../own/photos.contract.ts'
import { largestName, originalName } from '../photos.ts'
import { placeholderOf } from './placeholder.server.ts'

export type PhotoViewer = {
  id: number
  brand: string
  isShownToFew: boolean
  at: Date
  media: string
  secret: string
}

export function photoViewer(
  services: Pick<Services, 'settings' | 'address'>,
  scope: Scope,
): PhotoViewer {
  const { settings, address } = services
  const host = { domain: domainOf(scope.brand, settings.sitesSuffix), tier: 'www' as const }
  return {
    id: scope.member.id,
    brand: scope.brand.id,
    isShownToFew: shownTo(scope.member).to !== 'everybody',
    at: scope.at,
    media: originOf('media', host, address),
    secret: settings.sessionSecret,
  }
}

export type PictureRow = {
  id: number
  key: string
  width: number
  height: number
  placeholder: string
  description: string
  is_private: boolean
  /** Not everybody finds the owner; left out where the viewer is the owner. */
  is_shown_to_few?: boolean
  /** In words where the row was read as JSON. */
  approved_at: Date | string | null
}

const SIGNED_FOR = 5 * MINUTE
/**
 * How long the address of a photo that everybody may see stays the same for a viewer, whose browser
 * keeps the picture.
 */
const WINDOW = DAY

/**
 * Builds a picture for the viewer, at addresses that work for nobody else (media.server.ts): the
 * signature names photo, viewer and brand, and all renditions share it, since they show the same.
 */
export function pictureOf(row: PictureRow, viewer: PhotoViewer): Picture {
  const { key, width, height, description } = row
  const isForAll =
    row.approved_at !== null && !row.is_private && !(row.is_shown_to_few ?? viewer.isShownToFew)
  const until = isForAll ? endOfWindow(viewer) : later(viewer.at, SIGNED_FOR)
  return {
    base: `${viewer.media}/${key}`,
    query: signedQuery(key, viewer, until),
    width,
    height,
    placeholder: placeholderOf(row.placeholder),
    description,
  }
}

export function photoOf(row: PictureRow, viewer: PhotoViewer): Photo {
  return { id: row.id, ...pictureOf(row, viewer), isPrivate: row.is_private }
}

/**
 * The picture that a photo is cropped from: its original, or its largest rendition where it has
 * none.
 */
export function originalAddress(
  row: PictureRow & { original_key: string | null },
  viewer: PhotoViewer,
): string {
  const { original_key: key } = row
  if (key !== null) return signedAddress(originalName(key), key, viewer)
  return signedAddress(largestName(row), row.key, viewer)
}

/** The address of another feature's file at the media host, for this viewer alone. */
export function signedAddress(name: string, key: string, viewer: PhotoViewer): string {
  return `${viewer.media}/${name}?${signedQuery(key, viewer, later(viewer.at, SIGNED_FOR))}`
}

/** As `signedAddress`, at an address that stays the same for a day at least. */
export function lastingAddress(name: string, key: string, viewer: PhotoViewer): string {
  return `${viewer.media}/${name}?${signedQuery(key, viewer, endOfWindow(viewer))}`
}

/**
 * The end of the next window, so that an address holds for one to two; each viewer's windows begin
 * at an hour of their own.
 */
function endOfWindow({ id, at }: PhotoViewer): Date {
  const shift = (id * 7919 * MINUTE) % WINDOW
  return new Date((Math.floor((at.getTime() + shift) / WINDOW) + 2) * WINDOW - shift)
}

function signedQuery(key: string, viewer: PhotoViewer, until: Date): string {
  const seconds = Math.floor(until.getTime() / 1000)
  return `until=${seconds}&signature=${sign(key, viewer, seconds).toString('base64url')}`
}

type Signer = Pick<PhotoViewer, 'id' | 'brand' | 'at' | 'secret'>

/** Whether an address was made for this viewer, and has not ended. */
export function isSignedFor(viewer: Signer, key: string, query: URLSearchParams): boolean {
  const until = Number(query.get('until'))
  const given = Buffer.from(query.get('signature') ?? '', 'base64url')
  const right = sign(key, viewer, until)
  return (
    given.length === right.length &&
    timingSafeEqual(given, right) &&
    until * 1000 > viewer.at.getTime()
  )
}

/** 128 bits are enough for what ends in a day, and are sent for each tile of a list. */
function sign(key: string, { id, brand, secret }: Omit<Signer, 'at'>, until: number): Buffer {
  return createHmac('sha256', secret)
    .update(`photo:${key}:${brand}:${id}:${until}`)
    .digest()
    .subarray(0, 16)
}
