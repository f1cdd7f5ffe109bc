import type { Random } from '../random.ts'
import { circle, el, ellipse, line, mirrored, path } from './svg.ts'

/** Glasses or nothing, the same in all portraits of a person. */
export function drawGlasses(random: Random, age: number): string {
  if (!random.chance(age > 45 ? 0.38 : 0.2)) return ''
  const frame = random.pick(['#2b2523', '#6b3f2a', '#23364d', '#9a3f3f', '#b98a35'])
  const bridge =
    line('M193 216Q200 210 207 216', frame, 3.6) +
    line('M146 212L136 208', frame, 3.6) +
    line('M254 212L264 208', frame, 3.6)
  const glass = { fill: '#ffffff', 'fill-opacity': 0.1, stroke: frame, 'stroke-width': 4 }
  const lens = random.pick([
    el('circle', { cx: 171, cy: 218, r: 23, ...glass }),
    el('rect', { x: 147, y: 201, width: 47, height: 34, rx: 11, ...glass }),
    el('path', { d: 'M146 203Q170 197 194 207Q196 234 172 237Q148 236 146 203Z', ...glass }),
  ])
  return lens + mirrored(lens) + bridge
}

export function drawEarrings(random: Random, looks: 'woman' | 'man', halfWidth: number): string {
  if (!random.chance(looks === 'woman' ? 0.55 : 0.08)) return ''
  const metal = random.pick(['#e6b84f', '#e9e5df', '#d98f6a', '#4aa39a'])
  const x = 200 - halfWidth - 5
  const one =
    looks === 'man'
      ? circle(x, 237, 3.6, metal)
      : random.pick([
          circle(x, 238, 4.6, metal),
          el('circle', { cx: x, cy: 250, r: 12, fill: 'none', stroke: metal, 'stroke-width': 4 }),
          line(`M${x} 238L${x} 250`, metal, 3) +
            path(`M${x} 248L${x + 7} 262L${x} 272L${x - 7} 262Z`, metal),
          line(`M${x} 238L${x} 246`, metal, 3) + ellipse(x, 254, 6, 8, metal),
        ])
  return one + mirrored(one)
}

export function drawNecklace(random: Random, looks: 'woman' | 'man'): string {
  if (looks === 'man' || !random.chance(0.3)) return ''
  const metal = random.pick(['#e6b84f', '#f2eee8', '#c96f5a'])
  return random.chance(0.5)
    ? line('M168 356Q174 402 200 408Q226 402 232 356', metal, 3) + circle(200, 412, 6, metal)
    : Array.from({ length: 11 }, (_, n) =>
        circle(166 + n * 6.8, 366 + Math.sin((n / 10) * Math.PI) * 24, 5, metal),
      ).join('')
}
