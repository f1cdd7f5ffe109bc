import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Services } from '../../api/services.server.ts'
import type { Scope } from '../../api/session.server.ts'
import { later, MINUTE } from '../../lib/clock.ts'
import { domainOf, originOf } from '../../sites/hosts.ts'
import type { Picture } from './photos.contract.ts'
import { fileName, type Format, FORMATS, originalName, sizeAt, type Width, widthsOf } from './photos.ts'
import { placeholderOf } from './placeholder.server.ts'

export type PhotoViewer = {
  id: number
  isPaused: boolean
  at: Date
  media: string
  secret: string
}

export function photoViewer(services: Pick<Services, 'settings' | 'address'>, scope: Scope): PhotoViewer {
  const { settings, address } = services
  const host = { domain: domainOf(scope.brand, settings.sitesSuffix), tier: 'www' as const }
  return {
    id: scope.member.id,
    isPaused: scope.member.pausedAt !== null,
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
  /** The owner takes a break; left out where the viewer is the owner. */
  is_paused?: boolean
  /** In words where the row was read as JSON. */
  approved_at: Date | string | null
}

const SIGNED_FOR = 5 * MINUTE

/** Builds a picture for the viewer: public photos have a permanent URL, others a signed one with an expiry. */
export function pictureOf(row: PictureRow, viewer: PhotoViewer): Picture {
  const query = row.approved_at !== null && !row.is_private && !(row.is_paused ?? viewer.isPaused) ? '' : `?${signedQuery(row.key, viewer)}`
  const widths = widthsOf(row)
  const address = (width: Width, format: Format) => `${viewer.media}/${fileName({ key: row.key, width, format })}${query}`
  const srcSet = (format: Format) => widths.map((width) => `${address(width, format)} ${sizeAt(row, width).width}w`).join(', ')
  return {
    id: row.id,
    src: address(widths[1] ?? 320, 'webp'),
    sources: FORMATS.map((format) => ({ type: `image/${format}`, srcSet: srcSet(format) })),
    width: row.width,
    height: row.height,
    placeholder: placeholderOf(row.placeholder),
    description: row.description,
    isPrivate: row.is_private,
  }
}

/** The picture that a photo is cropped from: its original, or its largest rendition where it has none. */
export function originalAddress(row: PictureRow & { original_key: string | null }, viewer: PhotoViewer): string {
  const { original_key: key } = row
  if (key !== null) return signedAddress(originalName(key), key, viewer)
  return signedAddress(fileName({ key: row.key, width: widthsOf(row).at(-1) ?? 320, format: 'webp' }), row.key, viewer)
}

/** The address of another feature's file at the media host, for this viewer alone. */
export function signedAddress(name: string, key: string, viewer: PhotoViewer): string {
  return `${viewer.media}/${name}?${signedQuery(key, viewer)}`
}

function signedQuery(key: string, { id, at, secret }: PhotoViewer): string {
  const until = Math.floor(later(at, SIGNED_FOR).getTime() / 1000)
  return `viewer=${id}&until=${until}&signature=${sign(key, id, until, secret).toString('base64url')}`
}

export function signedViewer(key: string, query: URLSearchParams, secret: string, at: Date): number | null {
  const viewer = Number(query.get('viewer'))
  const until = Number(query.get('until'))
  const given = Buffer.from(query.get('signature') ?? '', 'base64url')
  const right = sign(key, viewer, until, secret)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  return until * 1000 > at.getTime() ? viewer : null
}

function sign(key: string, viewer: number, until: number, secret: string): Buffer {
  return createHmac('sha256', secret).update(`photo:${key}:${viewer}:${until}`).digest()
}
