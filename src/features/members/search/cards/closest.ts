type Box = Pick<DOMRect, 'top' | 'bottom' | 'left'>

/**
 * Of the nearest row above or below, the index of the box that is least to the side; null where
 * there is none.
 */
export function closestIn(
  boxes: ReadonlyArray<Box | undefined>,
  from: number,
  direction: 'above' | 'below',
): number | null {
  const start = boxes[from]
  if (!start) return null
  const isBeyond = (box: Box) =>
    direction === 'below' ? box.top >= start.bottom : box.bottom <= start.top
  const beyond = boxes.flatMap((box, index) => (box && isBeyond(box) ? [{ box, index }] : []))
  const tops = beyond.map(({ box }) => box.top)
  const nearest = direction === 'below' ? Math.min(...tops) : Math.max(...tops)
  const aside = ({ box }: { box: Box }) => Math.abs(box.left - start.left)
  const row = beyond.filter(({ box }) => box.top === nearest)
  return row.toSorted((one, other) => aside(one) - aside(other))[0]?.index ?? null
}
