type Activation = { entry: Pick<NavigationHistoryEntry, 'url'> | null }

/**
 * The address a page is left for, where it may be known. The entry has been null in Chromium,
 * against its type.
 */
export function goingTo({ activation }: PageSwapEvent): string | null {
  return (activation as Activation | null)?.entry?.url ?? null
}
