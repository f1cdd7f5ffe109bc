import { scaleBand, scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'

/** Lines and bars as SVG has them, in the units of a view box; made where the page is rendered. */

export const SPARK = { width: 120, height: 32 }

/** A line without axes, which fills its box. */
export function sparkOf(values: readonly number[]): { line: string; area: string } {
  const { width, height } = SPARK
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [0, width])
  const y = scaleLinear([0, Math.max(1, ...values)], [height - 1, 1])
  const drawn = lineOf(values.map((value, index) => [x(index), y(value)])) ?? ''
  return { line: drawn, area: `${drawn}V${height}H0Z` }
}

/** A tenth of a unit cannot be seen, and more digits are most of the page. */
const lineOf = line().digits(1)

export const CHART = { width: 720, height: 220, left: 84, bottom: 24, top: 8 }

export type Bars = {
  /** All bars in one path: a hundred elements would take longer to make than the rest of the page. */
  path: string
  /** Where the first begins, how far one is from the next, and how wide they are. */
  first: number
  step: number
  width: number
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
  ).padding(0.2)
  const y = scaleLinear(
    [Math.min(0, ...values), Math.max(1, ...values)],
    [height - bottom, top],
  ).nice(4)
  const wide = x.bandwidth()
  const every = Math.ceil(values.length / 8)
  const fine = (number: number) => Math.round(number * 10) / 10
  return {
    path: values
      .map(
        (value, index) =>
          `M${fine(x(index) ?? 0)} ${fine(y(0))}V${fine(y(value))}h${fine(wide)}V${fine(y(0))}z`,
      )
      .join(''),
    first: x(0) ?? left,
    step: x.step(),
    width: wide,
    ticks: y.ticks(4).map((value) => ({ y: fine(y(value)), value })),
    labelled: values.flatMap((_, index) =>
      // The last would not have room.
      index % every === 0 && (x(index) ?? 0) < width - 64
        ? [{ x: fine(x(index) ?? 0), index }]
        : [],
    ),
  }
}
