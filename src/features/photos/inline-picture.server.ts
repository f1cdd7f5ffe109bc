/** A stored picture as a part of an answer: it has no address, which somebody could keep or pass on. */
export function inlinePicture(webp: Uint8Array): string {
  return `data:image/webp;base64,${Buffer.from(webp).toString('base64')}`
}
