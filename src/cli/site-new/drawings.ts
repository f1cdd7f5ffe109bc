import { createHash } from 'node:crypto'

/** Placeholder drawings of a new brand, derived from its name. */

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
