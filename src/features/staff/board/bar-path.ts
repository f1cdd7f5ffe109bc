/** Across, in units of which a bar and the gap after it have so many. */
export const BAR = { step: 5, gap: 1 } as const

/**
 * All bars in one path, from the first at zero: a hundred elements would take longer to make than
 * the rest of the page. It is drawn by the browser again, so that the page does not say it twice.
 */
export function barPath(values: readonly number[], perUnit: number): string {
  const bars = values.map((value) => {
    const height = Math.round(value * perUnit * 10) / 10
    return height === 0 ? `h${BAR.step}` : `v${-height}h${BAR.step - BAR.gap}v${height}h${BAR.gap}`
  })
  return `M0 0${bars.join('')}`
}
