import { breakpoints } from '../styles/breakpoints.ts'

/**
 * Brands that are not responsive (specification §3) have the large layout on every screen; phones
 * show it whole, and zoom.
 */
export function viewportOf({ flags }: { flags: { isResponsive: boolean } }): string {
  return flags.isResponsive
    ? 'width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content'
    : `width=${breakpoints.large}`
}
