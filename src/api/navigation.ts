/** Prepared by a browser for later, perhaps never: what can be done only once must not be done yet. */
export function isPrepared({ headers }: Request): boolean {
  return headers.has('Sec-Purpose')
}

/**
 * A person who goes to an address, in a window of its own. Mail scanners fetch links before people do, and say
 * nothing of the kind; pages' scripts, images and frames say another.
 */
export function isOwnNavigation({ method, headers }: Request): boolean {
  return method === 'GET' && headers.get('Sec-Fetch-Mode') === 'navigate' && headers.get('Sec-Fetch-Dest') === 'document'
}
