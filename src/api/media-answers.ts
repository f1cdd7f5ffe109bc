/** Headers of every media response: browsers must treat it as an image of our own pages only. */
export const ALWAYS = {
  'Cross-Origin-Resource-Policy': 'same-site',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Referrer-Policy': 'no-referrer',
}

export function nothing(): Response {
  return new Response('Not found\n', {
    status: 404,
    headers: { ...ALWAYS, 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' },
  })
}
