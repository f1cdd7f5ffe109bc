import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { withBoundary } from '#ui/Boundary.tsx'
import { BAR, barPath } from './bar-path.ts'
import { bucketIn, bucketOf } from './buckets.ts'
import styles from './BarChart.module.css'

type Props = {
  /** What it shows, in a sentence. */
  label: string
  box: { width: number; height: number; bottom: number; left: number }
  bars: { first: number; step: number; width: number; zero: number; perUnit: number }
  /** Of each bar, in the currency's smallest unit, of which `unit` are one; with spaces between. */
  values: string
  currency: string
  unit: number
  /** The first bar's day, or its month's. */
  from: string
  by: 'day' | 'month'
  below: ReadonlyArray<{ x: number; text: string }>
  ticks: ReadonlyArray<{ y: number; text: string }>
}

/** Bars that say what they are under the pointer, and by the arrow keys. */
export const BarChart = withBoundary(function BarChart({
  label,
  box,
  bars,
  values: given,
  currency,
  unit,
  from,
  by,
  below,
  ticks,
}: Props) {
  const [at, setAt] = useState<number | null>(null)
  const values = given.split(' ').map(Number)
  const point = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const x = ((clientX - left) / width) * box.width
    const index = Math.floor((x - bars.first) / bars.step)
    setAt(x < box.left ? null : Math.min(values.length - 1, Math.max(0, index)))
  }
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    setAt((now) =>
      Math.min(values.length - 1, Math.max(0, (now ?? (by > 0 ? -1 : values.length)) + by)),
    )
  }
  const said = (index: number) => {
    // Not by lib/formats.ts: every page of a member would load what this one chart needs of it.
    const money = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
    const when = bucketIn(by).format(bucketOf(from, by, index))
    return `${when}: ${money.format((values[index] ?? 0) / unit)}`
  }
  return (
    <div>
      <div
        className={styles['box']}
        role="group"
        aria-label={`${label} The arrow keys go from bar to bar.`}
        tabIndex={0}
        onKeyDown={press}
        onBlur={() => setAt(null)}
      >
        <svg
          viewBox={`0 0 ${box.width} ${box.height}`}
          role="img"
          aria-label={label}
          onPointerMove={point}
          onPointerLeave={() => setAt(null)}
        >
          {ticks.map(({ y, text }) => (
            <g key={y}>
              <line x1={box.left} x2={box.width} y1={y} y2={y} className={styles['tick']} />
              <text x={box.left - 8} y={y + 4} textAnchor="end">
                {text}
              </text>
            </g>
          ))}
          {at === null ? null : (
            <rect
              x={bars.first + at * bars.step}
              y={0}
              width={bars.width}
              height={box.height - box.bottom}
              className={styles['here']}
            />
          )}
          <path
            d={barPath(values, bars.perUnit)}
            transform={`translate(${bars.first} ${bars.zero}) scale(${bars.step / BAR.step} 1)`}
            className={styles['bar']}
          />
          {below.map(({ x, text }) => (
            <text key={x} x={x} y={box.height - 6}>
              {text}
            </text>
          ))}
        </svg>
      </div>
      <p className={styles['said']} role="status">
        {at === null ? ' ' : said(at)}
      </p>
    </div>
  )
})
