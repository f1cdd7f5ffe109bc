/**
 * How long the words are by which a brand is found and shared: `most` is taken, `shown` is what
 * search engines, and whoever shows a shared page, show of it before they cut it.
 */
export const listingLimits = {
  tagline: { most: 80 },
  seoTitle: { most: 70, shown: 60 },
  seoDescription: { most: 160, shown: 155 },
  seoKeywords: { most: 200 },
  shareTitle: { most: 90, shown: 60 },
  shareLine: { most: 200, shown: 110 },
} as const
