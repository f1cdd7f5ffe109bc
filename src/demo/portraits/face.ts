import type { Random } from '../random.ts'
import type { Skin, Tint } from './colours.ts'
import { circle, ellipse, group, line, mirrored, path } from './svg.ts'

/**
 * The features shared by all portraits of a person. The face is centred on x = 200, the eyes on y =
 * 216.
 */
export type Face = {
  halfWidth: number
  chin: number
  jaw: number
  browHeight: number
  browArch: number
  browWidth: number
  nose: 0 | 1 | 2
  eyeSize: number
  lashes: boolean
  freckles: boolean
  lipstick: string | null
  age: number
}

export function drawFace(random: Random, looks: 'woman' | 'man', age: number): Face {
  const isWoman = looks === 'woman'
  return {
    halfWidth: random.int(60, 66) + (isWoman ? 0 : 2),
    chin: random.int(286, 292) + (isWoman ? 0 : 4),
    jaw: random.int(24, 32) + (isWoman ? 0 : 10),
    browHeight: random.int(-2, 2),
    browArch: isWoman ? random.int(4, 8) : random.int(1, 4),
    browWidth: isWoman ? random.int(34, 44) / 10 : random.int(48, 64) / 10,
    nose: random.int(0, 2) as Face['nose'],
    eyeSize: random.int(52, 62) / 10,
    lashes: isWoman && random.chance(0.8),
    freckles: random.chance(0.14),
    lipstick:
      isWoman && random.chance(0.4)
        ? random.pick(['#c8334a', '#b8485f', '#9c2f4a', '#d4605a'])
        : null,
    age,
  }
}

/** The outline of the head, without ears. */
export function headPath({ halfWidth: w, chin, jaw }: Face): string {
  const [l, r] = [200 - w, 200 + w]
  return (
    `M${l} 192C${l} 148 ${200 - w * 0.6} 122 200 122S${r} 148 ${r} 192L${r - 1} 222` +
    `C${r - 3} ${chin - 34} ${200 + jaw} ${chin} 200 ${chin}S${l + 3} ${chin - 34} ${l + 1} 222Z`
  )
}

export function ears({ halfWidth }: Face, skin: Skin): string {
  const ear =
    ellipse(200 - halfWidth - 2, 220, 11, 17, skin.base) +
    line(`M${200 - halfWidth - 5} 214q-4 6 1 13`, skin.shade, 3)
  return ear + mirrored(ear)
}

export type Mood = 'smile' | 'laugh' | 'calm' | 'smirk'

export function features(face: Face, skin: Skin, brow: string, mood: Mood): string {
  const ink = '#2b1d1c'
  return [
    ellipse(163, 245, 13, 9, skin.lips, { opacity: 0.2 }),
    ellipse(237, 245, 13, 9, skin.lips, { opacity: 0.2 }),
    face.freckles ? freckles(skin) : '',
    brows(face, brow),
    mood === 'laugh' ? laughingEyes(face, ink) : openEyes(face, ink),
    nose(face, skin),
    mouth(face, skin, mood),
    face.age > 52 ? years(skin) : '',
  ].join('')
}

function brows({ browHeight, browArch, browWidth }: Face, colour: string): string {
  const y = 197 + browHeight
  const brow = line(`M158 ${y + 2}Q171 ${y - browArch - 3} 187 ${y}`, colour, browWidth)
  return brow + mirrored(brow)
}

function openEyes({ eyeSize, lashes }: Face, ink: string): string {
  // Both eyes reflect light from the same side, including the mirrored one.
  const eye = (glint: number) =>
    [
      ellipse(173, 217, eyeSize * 0.88, eyeSize * 1.08, ink),
      circle(glint, 214.6, eyeSize * 0.3, '#ffffff'),
      line('M162 214Q172 204.500 184 212', ink, 3.2),
      lashes ? line('M163.500 212.500L157.500 208.500', ink, 3) : '',
    ].join('')
  return eye(175) + mirrored(eye(171))
}

function laughingEyes({ lashes }: Face, ink: string): string {
  const eye =
    line('M162 218Q173 206 184 218', ink, 4) + (lashes ? line('M162.500 217L157 213', ink, 3) : '')
  return eye + mirrored(eye)
}

function nose({ nose: kind }: Face, skin: Skin): string {
  if (kind === 0) return line('M201 222Q192 240 194 245Q197 250 206 247', skin.shade, 3.6)
  if (kind === 1) return line('M191 244Q200 253 209 244', skin.shade, 3.8)
  return path('M200 218Q206 236 212 244Q206 251 196 248Q201 240 200 218Z', skin.shade, {
    opacity: 0.75,
  })
}

function mouth({ lipstick }: Face, skin: Skin, mood: Mood): string {
  const lips = lipstick ?? skin.lips
  switch (mood) {
    case 'laugh':
      return (
        path('M174 259Q200 266 226 259Q222 285 200 285Q178 285 174 259Z', '#7d2833') +
        path(
          'M178 261.500Q200 268 222 261.500Q221 270 219 271Q200 275 181 271Q179 270 178 261.500Z',
          '#fffaf5',
        ) +
        line('M173 258.500Q200 266 227 258.500', lips, 3.4)
      )
    case 'smile':
      return lipstick
        ? fullLips(lips)
        : line('M177 262Q200 281 223 262', lips, 4.4) +
            line('M173.500 259.500Q175 262 178 263', lips, 3.4) +
            line('M226.500 259.500Q225 262 222 263', lips, 3.4)
    case 'smirk':
      return (
        line('M180 266Q202 275 222 260', lips, 4.4) + line('M221 257Q225 259 225 263', lips, 3.2)
      )
    case 'calm':
      return fullLips(lips)
  }
}

function fullLips(lips: string): string {
  return (
    path('M175 260Q189 258 200 262Q211 258 225 260Q213 279 200 279Q187 279 175 260Z', lips) +
    line('M176 260.500Q200 273 224 260.500', '#00000030', 2.2)
  )
}

function freckles(skin: Skin): string {
  const spots = [
    [154, 239],
    [161, 233],
    [167, 241],
    [173, 235],
    [160, 247],
  ] as const
  const side = spots.map(([x, y]) => circle(x, y, 1.7, skin.shade)).join('')
  return side + mirrored(side)
}

function years(skin: Skin): string {
  const side =
    line('M168 252Q162 262 165 272', skin.shade, 2.4, { opacity: 0.8 }) +
    line('M152 222Q148 226 147 230', skin.shade, 2, { opacity: 0.7 })
  return group({}, side, mirrored(side))
}

export type Beard = 'none' | 'stubble' | 'short' | 'full' | 'moustache' | 'goatee'

/** Drawn below the mouth and over the jaw. */
export function beard(kind: Beard, face: Face, hair: Tint): string {
  const { halfWidth: w, chin } = face
  const [l, r] = [200 - w + 1, 200 + w - 1]
  const jawline = (rise: number, drop: number) =>
    `M${l} 218C${l + 2} ${chin - 30} ${200 - face.jaw - 2} ${chin + drop} 200 ${chin + drop}S${r - 2} ${chin - 30} ${r} 218` +
    `C${r - 8} 244 ${228} ${250 - rise} 200 ${250 - rise}S${l + 8} 244 ${l} 218Z`
  switch (kind) {
    case 'none':
      return ''
    case 'stubble':
      return path(jawline(-4, 0), hair.dark, { opacity: 0.2 })
    case 'short':
      return path(jawline(-1, 3), hair.base)
    case 'full':
      return (
        path(jawline(1, 20), hair.base) +
        line(`M186 ${chin + 8}Q200 ${chin + 13} 214 ${chin + 8}`, hair.light, 3, { opacity: 0.5 })
      )
    case 'moustache':
      return path(
        'M200 252Q188 247 172 262Q186 266 200 259Q214 266 228 262Q212 247 200 252Z',
        hair.base,
      )
    case 'goatee':
      return path(
        `M180 258Q200 248 220 258Q224 ${chin - 8} 213 ${chin + 3}Q200 ${chin + 9} 187 ${chin + 3}Q176 ${chin - 8} 180 258Z`,
        hair.base,
      )
  }
}

/** A lighter opening in a beard, which keeps the mouth visible. */
export function beardMouth(kind: Beard, skin: Skin): string {
  return kind === 'short' || kind === 'full' || kind === 'goatee'
    ? path('M172 262Q200 254 228 262Q222 286 200 286Q178 286 172 262Z', skin.base)
    : ''
}
