/**
 * The pages of members that a browser may fetch before a click: those that record nothing when they
 * are rendered, unlike home (the visit), a profile (the view) and a chat (what was read).
 */
const pages =
  /^(?:\/[a-z]+)?\/(?:messages|search(?:\/\d+)?|plist\/[a-z]+\/\d+|profile\/edit\/(?:profile|settings|managePhotos|dates))$/
/** `with` opens a chat; the others are answered by a redirect that sets something. */
const refusedQueries = ['with', 'token', 'back', 'preview']

export function mayPrefetch({ pathname, searchParams }: URL): boolean {
  return pages.test(pathname) && !refusedQueries.some((name) => searchParams.has(name))
}
