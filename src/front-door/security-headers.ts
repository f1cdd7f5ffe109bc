import { type Address, type Host, originOf } from '../sites/hosts.ts'

/** `hsts` is the value of Strict-Transport-Security; null over http. */
export function baseHeaders(hsts: string | null): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-site',
    'X-Frame-Options': 'DENY',
    'Permissions-Policy':
      'camera=(), geolocation=(), microphone=(self), payment=(), interest-cohort=()',
    ...(hsts === null ? {} : { 'Strict-Transport-Security': hsts }),
  }
}

/**
 * Astro's own policy lists scripts and styles by hash. The media host, whose pages are sandboxed,
 * serves the card form and the zones of ads.
 */
export function pagePolicy(host: Host, address: Address, { framesMedia = false } = {}): string {
  const api = originOf('api', host, address)
  const media = originOf('media', host, address)
  return [
    `connect-src 'self' ${api}`,
    `img-src 'self' data: blob: ${media}`,
    // A member listens to a recording before sending it; staff to one of a report, which is within
    // the page.
    `media-src 'self' data: blob: ${media}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    framesMedia ? `frame-src ${media}` : "frame-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
  ].join('; ')
}

/**
 * Of a page whose address says `scripts=off`, to which a region that failed leads: the browser runs
 * none, as if it could not, so that each control is the form that it was before.
 */
export const withoutScripts =
  'sandbox allow-downloads allow-forms allow-popups allow-popups-to-escape-sandbox allow-same-origin'

export const closedPolicy =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
