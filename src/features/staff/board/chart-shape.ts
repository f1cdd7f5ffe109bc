import { scaleBand, scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'

/** Lines and bars as SVG has them, in the units of a view box; made where the page is rendered. */

export const SPARK = { width: 120, height: 32 }

/** A line without axes, which fills its box. */
export function sparkOf(values: readonly number[]): { line: string; area: string } {
  const { width, height } = SPARK
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [0, width])
  const y = scaleLinear([0, Math.max(1, ...values)], [height - 1, 1])
  const points = values.map((value, index) => [x(index), y(value)] as [number, number])
  return {
    line: line()(points) ?? '',
    area:
      area<[number, number]>(
        ([at]) => at,
        height,
        ([, value]) => value,
      )(points) ?? '',
  }
}

export const CHART = { width: 720, height: 220, left: 64, bottom: 24, top: 8 }

export type Bars = {
  bars: Array<{ x: number; y: number; width: number; height: number }>
  ticks: Array<{ y: number; value: number }>
  /** Which bars have their label below them, so that labels do not meet. */
  labelled: number[]
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
  const zero = y(0)
  const every = Math.ceil(values.length / 8)
  return {
    bars: values.map((value, index) => ({
      x: x(index) ?? 0,
      y: Math.min(zero, y(value)),
      width: x.bandwidth(),
      height: Math.abs(y(value) - zero),
    })),
    ticks: y.ticks(4).map((value) => ({ y: y(value), value })),
    labelled: values.flatMap((_, index) => (index % every === 0 ? [index] : [])),
  }
}
