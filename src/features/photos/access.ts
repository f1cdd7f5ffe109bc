export function whatToAsk(seen: { publicPhotos: number; privatePhotos: number; isGranted: boolean }): 'toSeePrivate' | 'toAddOne' | null {
  if (seen.privatePhotos > 0) return seen.isGranted ? null : 'toSeePrivate'
  return seen.publicPhotos === 0 ? 'toAddOne' : null
}
