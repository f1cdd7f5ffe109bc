/** Where a text's history is, with one revision of it compared. */
export function historyPage(path: string, revision?: number): string {
  return `/staff/content/text?path=${encodeURIComponent(path)}${revision === undefined ? '' : `&revision=${revision}`}`
}

/** The list of a site's texts: a brand's id, or `all`. */
export function listPage(site: string): string {
  return site === 'all' ? '/staff/content' : `/staff/content?site=${site}`
}

/** Where a text is written; `saved` is the revision that was saved a moment ago. */
export function editorPage(path: string, saved?: number): string {
  return `/staff/content/edit?path=${encodeURIComponent(path)}${saved === undefined ? '' : `&saved=${saved}`}`
}

/** Where a question that no file has yet lies: a folder, until it has a name. */
export function newQuestionPath(site: string): string {
  return `help/${site}/`
}

/** Where a revision is seen on its brands' pages or, of a path, the one that is being written. */
export function previewPage(of: number | string): string {
  return `/staff/content/preview?${typeof of === 'number' ? `revision=${of}` : `path=${encodeURIComponent(of)}`}`
}

const instant = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** `20 Nov 2026, 14:05 UTC`. */
export function instantInWords(at: string): string {
  return `${instant.format(new Date(at))} UTC`
}

/** States and standings as people say them. */
export const stateNames = {
  draft: 'Draft',
  review: 'In review',
  ready: 'Ready',
  live: 'On the sites',
  past: 'Was on the sites',
  discarded: 'Put away',
} as const
