/** `isMobile` of the site parameters (specification §3). */
export function isMobile(userAgent: string | null): boolean {
  return /\bMobi|Android/i.test(userAgent ?? '')
}
