import type { Random } from '../random.ts'
import type { Palette } from './colours.ts'
import { circle, el, ellipse, group, line, path } from './svg.ts'

export function scene(random: Random, { sky, shape, second }: Palette, id: string): string {
  const ground =
    el(
      'linearGradient',
      { id, x1: 0, y1: 0, x2: random.chance(0.5) ? 0.4 : -0.4, y2: 1 },
      el('stop', { offset: 0, 'stop-color': sky[0] }),
      el('stop', { offset: 1, 'stop-color': sky[1] }),
    ) + el('rect', { width: 400, height: 500, fill: `url(#${id})` })
  const draw = random.pick([halo, hills, arch, leaves, sun, bokeh, blobs, frames, waves, confetti])
  return group({}, ground, draw(random, shape, second))
}

type Scene = (random: Random, shape: string, second: string) => string

const halo: Scene = (random, shape, second) =>
  circle(200, 230, 168, second, { opacity: 0.5 }) +
  circle(200 + random.int(-14, 14), 240, 136, shape, { opacity: 0.45 })

const hills: Scene = (random, shape, second) => {
  const high = random.int(280, 330)
  return (
    circle(random.pick([86, 314]), random.int(90, 130), 44, second, { opacity: 0.85 }) +
    path(`M0 ${high}Q110 ${high - 70} 220 ${high}T400 ${high - 20}L400 500L0 500Z`, shape, {
      opacity: 0.5,
    }) +
    path(`M0 ${high + 60}Q130 ${high} 260 ${high + 50}T400 ${high + 40}L400 500L0 500Z`, shape, {
      opacity: 0.6,
    })
  )
}

const arch: Scene = (_, shape, second) =>
  path('M62 500L62 208A138 138 0 0 1 338 208L338 500Z', second, { opacity: 0.55 }) +
  path('M90 500L90 212A110 110 0 0 1 310 212L310 500Z', shape, { opacity: 0.42 })

const leaves: Scene = (random, shape, second) => {
  const leaf = (x: number, y: number, angle: number, size: number) =>
    group(
      { transform: `translate(${x} ${y}) rotate(${angle}) scale(${size})` },
      path('M0 0C34 -26 42 -84 0 -132C-42 -84 -34 -26 0 0Z', shape, { opacity: 0.6 }),
      line('M0 0L0 -112', second, 3, { opacity: 0.6 }),
    )
  const lean = random.int(-8, 8)
  return [
    leaf(30, 320, 18 + lean, 1.15),
    leaf(58, 420, -14, 1.1),
    leaf(12, 210, 38, 0.9),
    leaf(372, 330, -20 + lean, 1.15),
    leaf(346, 430, 12, 1.05),
    leaf(392, 220, -40, 0.9),
  ].join('')
}

const sun: Scene = (random, shape, second) => {
  const x = random.int(150, 250)
  return (
    circle(x, 190, 150, shape, { opacity: 0.5 }) +
    [0, 1, 2]
      .map((n) =>
        el('rect', {
          x: 0,
          y: 300 + n * 54,
          width: 400,
          height: 14 + n * 6,
          fill: second,
          opacity: 0.35,
        }),
      )
      .join('')
  )
}

const bokeh: Scene = (random, shape, second) =>
  Array.from({ length: 13 }, () =>
    circle(
      random.int(0, 400),
      random.int(0, 420),
      random.int(12, 52),
      random.chance(0.5) ? shape : second,
      { opacity: random.int(16, 42) / 100 },
    ),
  ).join('')

const blobs: Scene = (random, shape, second) => {
  const turn = random.int(0, 360)
  return (
    group(
      { transform: `rotate(${turn} 200 240)` },
      path(
        'M60 200C70 90 190 40 290 90C390 140 380 270 320 350C250 430 120 420 80 340C54 290 54 250 60 200Z',
        shape,
        { opacity: 0.42 },
      ),
    ) + ellipse(random.int(40, 360), 70, 56, 44, second, { opacity: 0.5 })
  )
}

const frames: Scene = (random, shape, second) => {
  const frame = (x: number, y: number, w: number, h: number, fill: string) =>
    el('rect', { x, y, width: w, height: h, rx: 6, fill, opacity: 0.5 }) +
    el('rect', {
      x: x + 9,
      y: y + 9,
      width: w - 18,
      height: h - 18,
      rx: 3,
      fill: second,
      opacity: 0.55,
    })
  const low = random.int(0, 30)
  return (
    frame(26, 60 + low, 84, 110, shape) +
    frame(296, 40 + low, 78, 78, shape) +
    frame(310, 140 + low, 64, 96, shape) +
    frame(36, 200 + low, 58, 58, shape)
  )
}

const waves: Scene = (random, shape, second) =>
  Array.from({ length: 6 }, (_, n) => {
    const y = 70 + n * 76 + random.int(-8, 8)
    return line(
      `M-20 ${y}Q40 ${y - 40} 100 ${y}T220 ${y}T340 ${y}T460 ${y}`,
      n % 2 === 0 ? shape : second,
      20,
      { opacity: 0.36 },
    )
  }).join('')

const confetti: Scene = (random, shape, second) =>
  Array.from({ length: 26 }, (_, n) => {
    const [x, y] = [random.int(6, 394), random.int(6, 440)]
    const fill = n % 3 === 0 ? second : shape
    return n % 2 === 0
      ? circle(x, y, random.int(4, 9), fill, { opacity: 0.6 })
      : el('rect', {
          x,
          y,
          width: 14,
          height: 7,
          rx: 3,
          fill,
          opacity: 0.6,
          transform: `rotate(${random.int(0, 180)} ${x} ${y})`,
        })
  }).join('')
