import { shortMoment } from '#lib/formats.ts'
import type { LinkLife } from './previews/previews.ts'

export function historyPage(path: string, revision?: number): string {
  return `/staff/content/text?path=${encodeURIComponent(path)}${revision === undefined ? '' : `&revision=${revision}`}`
}

export function listPage(site: string): string {
  return `/staff/content?site=${site}`
}

export function editorPage(path: string, saved?: number): string {
  return `/staff/content/edit?path=${encodeURIComponent(path)}${saved === undefined ? '' : `&saved=${saved}`}`
}

/** Path of a new question: its folder, until it has a file name. */
export function newQuestionPath(site: string): string {
  return `help/${site}/`
}

/** Path of a new campaign of a brand, likewise. */
export function newCampaignPath(site: string): string {
  return `promo/${site}/`
}

export function isNewCampaignPath(path: string): boolean {
  return /^promo\/[^/]+\/$/.test(path)
}

/** `lasts`: of a list of links to send round; without it, one link alone is opened. */
export function previewPage(of: number | string, lasts?: LinkLife): string {
  return `/staff/content/preview?${typeof of === 'number' ? `revision=${of}` : `path=${encodeURIComponent(of)}`}${lasts === undefined ? '' : `&lasts=${lasts}`}`
}

/** Formats a time as `20 Nov 2026, 14:05 UTC`. */
export function instantInWords(at: string): string {
  return shortMoment(new Date(at))
}

export const stateNames = {
  draft: 'Draft',
  review: 'In review',
  ready: 'Ready',
  live: 'On the sites',
  past: 'Was on the sites',
  discarded: 'Put away',
} as const
