import { scaleBand, scaleLinear } from 'd3-scale'
import { BAR } from './bar-path.ts'

/** Lines and bars as SVG has them, in the units of a view box; made where the page is rendered. */

const SPARK_HEIGHT = 64

/**
 * A line without axes, which fills its box, and the area below it: one path, with a step to each
 * point in whole units, since its digits are most of the page. It begins and ends outside the box,
 * so that of its outline the line alone is seen.
 */
export function sparkOf(values: readonly number[]): { box: string; path: string } {
  const most = Math.max(1, ...values)
  const heights = values.map((value) => Math.round((value / most) * (SPARK_HEIGHT - 4)))
  const steps = heights.slice(1).map((height, index) => {
    const down = (heights[index] ?? 0) - height
    return down < 0 ? `1${down}` : `1 ${down}`
  })
  return {
    box: `0 0 ${Math.max(1, steps.length)} ${SPARK_HEIGHT}`,
    path: `M-9 ${SPARK_HEIGHT}V${SPARK_HEIGHT - 2 - (heights[0] ?? 0)}h9${steps.length === 0 ? '' : `l${steps.join(' ')}`}h9V${SPARK_HEIGHT}`,
  }
}

export const CHART = { width: 720, height: 220, left: 84, bottom: 24, top: 8 }

export type Bars = {
  /** Where the first begins, how far one is from the next, and how wide they are. */
  first: number
  step: number
  width: number
  /** Where all stand, and how high one of the values' unit is. */
  zero: number
  perUnit: number
  ticks: Array<{ y: number; value: number }>
  /** Which bars have their label below them, so that labels do not meet. */
  labelled: Array<{ x: number; index: number }>
}

/** Bars from zero, with ticks at round values. */
export function barsOf(values: readonly number[]): Bars {
  const { width, height, left, bottom, top } = CHART
  const x = scaleBand(
    values.map((_, index) => index),
    [left, width],
  ).padding(BAR.gap / BAR.step)
  const y = scaleLinear(
    [Math.min(0, ...values), Math.max(1, ...values)],
    [height - bottom, top],
  ).nice(4)
  const every = Math.ceil(values.length / 8)
  const fine = (number: number) => Math.round(number * 10) / 10
  return {
    first: x(0) ?? left,
    step: x.step(),
    width: x.bandwidth(),
    zero: y(0),
    perUnit: y(0) - y(1),
    ticks: y.ticks(4).map((value) => ({ y: fine(y(value)), value })),
    labelled: values.flatMap((_, index) =>
      // The last would not have room.
      index % every === 0 && (x(index) ?? 0) < width - 64
        ? [{ x: fine(x(index) ?? 0), index }]
        : [],
    ),
  }
}
