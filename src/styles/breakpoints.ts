/**
 * Specification §9: the widths in px from which a page has its small, medium and large layout; no
 * query names another.
 */
export const breakpoints = { small: 600, medium: 900, large: 1200 }
