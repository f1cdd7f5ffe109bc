import { createHash } from 'node:crypto'

/** Placeholder drawings and shapes of a new brand, derived from its name. */

function numbersOf(name: string): () => number {
  const bytes = createHash('sha256').update(name).digest()
  let index = 0
  return () => (bytes[index++ % bytes.length] as number) / 255
}

const round = (value: number): number => Math.round(value * 10) / 10

export function markOf(name: string): string {
  const next = numbersOf(`mark ${name}`)
  const angle = next() * 2 * Math.PI
  const [x, y] = [round(16 + 7 * Math.cos(angle)), round(16 + 7 * Math.sin(angle))]
  const bite = round(5 + 3 * next())
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="14" fill="var(--accent)"/><circle cx="${x}" cy="${y}" r="${bite}" fill="var(--second)"/></svg>\n`
}

export function artOf(name: string): string {
  const next = numbersOf(`art ${name}`)
  const colours = ['var(--accent)', 'var(--second)', 'var(--third)', 'var(--on-field)']
  const discs = Array.from({ length: 7 }, (_, index) => {
    const radius = round(60 + 130 * next())
    const [x, y] = [round(640 * next()), round(480 * next())]
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colours[index % colours.length]}" opacity="${index % 2 === 0 ? '0.9' : '0.55'}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480" preserveAspectRatio="xMidYMid slice"><rect width="640" height="480" fill="var(--field)"/>${discs.join('')}</svg>\n`
}

/** Shapes of photos, and where the art comes from as it appears. */
const photoShapes = [
  [
    '--photo-radius: 50% 50% 0.5rem 0.5rem',
    '--card-align: center',
    '--card-badges: 1rem 3.25rem auto',
    '--card-badges-align: center',
  ],
  ['--photo-radius: 0.5rem 2.5rem', '--photo-ratio: 3 / 4'],
  [
    '--photo-radius: 0.25rem',
    '--photo-ratio: 1',
    '--photo-pad: 0 0 0.5rem',
    '--frame: var(--second)',
  ],
  ['--photo-radius: 1.5rem', '--photo-ratio: 1', '--card-step: 1rem'],
] as const
const profiles = [
  ['--profile-align: center', '--profile-photo: 6rem 6rem 0.5rem 0.5rem'],
  [
    '--profile-grid: var(--photo-right) / minmax(0, 1fr) minmax(0, 30rem)',
    '--profile-photo: 0.5rem 5rem',
    '--profile-sheet-edge: 0.25rem solid var(--second)',
  ],
  [
    '--profile-inset: 0',
    '--profile-under: var(--space-4)',
    '--profile-phone: 1.25rem',
    '--profile-shadow: 0 0.5rem 0 var(--second)',
    '--profile-radius: 1.25rem',
  ],
] as const
const rows = [
  ['--row-gap: 0 0.5rem 0.25rem', '--row-radius: 2rem', '--row-rule: 0'],
  ['--row-rule: 2px solid var(--second)', '--row-rule-from: var(--gutter)'],
  [
    '--row-gap: 0 0.75rem 0.5rem',
    '--row-ground: var(--raised)',
    '--row-edge: 1px solid var(--line)',
    '--row-radius: var(--radius)',
    '--row-rule: 0',
  ],
] as const
const arrivals = [
  'translateX(5rem)',
  'translateY(3rem) scale(0.9)',
  'rotate(-6deg)',
  'scale(0.8)',
] as const

export function insideOf(id: string): string {
  const next = numbersOf(`inside ${id}`)
  const among = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length) % all.length] as T
  const disc = (colour: string) =>
    `radial-gradient(circle ${round(10 + 12 * next())}rem at ${round(100 * next())}% ${round(50 + 40 * next())}rem, var(--${colour}) 99.5%, transparent)`
  const tokens = [
    `--art: url('/${id}-art.svg')`,
    `--ground: ${disc('accent-soft')}, ${disc('sunken')}, var(--surface)`,
    '--chat-ground: var(--ground)',
    '--panel-edge: 0',
    '--panel-shadow: var(--shadow-2)',
    '--section-rule: 2px solid var(--second)',
    '--section-pad: 0.25rem',
    '--bar-here: var(--second)',
    '--bar-here-ink: var(--on-second)',
    '--greet-ground: var(--field)',
    '--greet-ink: var(--on-field)',
    '--greet-art: var(--art) center / cover no-repeat',
    '--art-inset: 0 0 0 52%',
    ...among(photoShapes),
    `--arrive: ${among(arrivals)}`,
    '--arrive-time: 600ms',
    '--card-hover: scale(1.02)',
    ...among(profiles),
    ...among(rows),
    '--row-mark: var(--second)',
    '--row-new: var(--accent-soft)',
  ]
  return `@layer tokens {\n  [data-brand='${id}'] {\n${tokens.map((token) => `    ${token};\n`).join('')}  }\n}\n`
}
