/** Whether the browser fetches the page before somebody asks for it, and without rendering it. */
export function isPrefetch({ method, headers }: Request): boolean {
  return method === 'GET' && /^prefetch(?:;(?!.*prerender)|$)/.test(headers.get('Sec-Purpose') ?? '')
}

/** Whether the browser prefetches or prerenders: a single-use token must not be redeemed for such a request. */
export function isPrepared({ headers }: Request): boolean {
  return headers.has('Sec-Purpose')
}

/** Mail scanners, which fetch links first, do not send these headers; scripts, images and frames send other values. */
export function isOwnNavigation({ method, headers }: Request): boolean {
  return method === 'GET' && headers.get('Sec-Fetch-Mode') === 'navigate' && headers.get('Sec-Fetch-Dest') === 'document'
}
