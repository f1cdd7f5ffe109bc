/** Where a text's history is. */
export function historyPage(path: string, revision?: number): string {
  return `/staff/content/text?path=${encodeURIComponent(path)}${revision === undefined ? '' : `&revision=${revision}`}`
}
