/**
 * A stored picture as a part of an answer: it has no address, which somebody could keep or pass on.
 */
export function inlinePicture(bytes: Uint8Array, format: 'webp' | 'jpeg' = 'webp'): string {
  return `data:image/${format};base64,${Buffer.from(bytes).toString('base64')}`
}
