/**
 * The card of `showVirtualHottie` (decisions §5), or null where the brand has none: it says what it
 * is, leads to no profile, is in no list or count, and so neither writes nor likes.
 */
export function virtualProfileOf({
  flags,
}: {
  flags: { showVirtualHottie: boolean }
}): { label: string; words: string } | null {
  if (!flags.showVirtualHottie) return null
  return {
    label: 'Virtual profile – not a person',
    words:
      'This card shows how a profile with a picture and a few words looks. Nobody is behind it: it does not write, like or visit.',
  }
}
