/** Whether the browser fetches the page before somebody asks for it, and without rendering it. */
export function isPrefetch({ method, headers }: Request): boolean {
  return (
    method === 'GET' && /^prefetch(?:;(?!.*prerender)|$)/.test(headers.get('Sec-Purpose') ?? '')
  )
}

export function isPrepared({ headers }: Request): boolean {
  return headers.has('Sec-Purpose')
}

/**
 * Whether a page, an image or a script asks, and not somebody who goes there. Older browsers and
 * some proxies do not send the header, so that its absence says nothing.
 */
export function isEmbedded({ headers }: Request): boolean {
  return (headers.get('Sec-Fetch-Dest') ?? 'document') !== 'document'
}
