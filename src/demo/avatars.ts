import { rgbaToThumbHash } from 'thumbhash'
import { body, clothes } from './portraits/clothes.ts'
import {
  drawHair,
  type HairColour,
  type Palette,
  palettes,
  type Skin,
  skins,
} from './portraits/colours.ts'
import { drawEarrings, drawGlasses, drawNecklace } from './portraits/extras.ts'
import {
  type Beard,
  beard,
  beardMouth,
  drawFace,
  ears,
  type Face,
  features,
  headPath,
  type Mood,
} from './portraits/face.ts'
import { drawHairStyle, type Hair } from './portraits/hair.ts'
import { scene } from './portraits/scenes.ts'
import { el, group, path } from './portraits/svg.ts'
import { type Random, randomFrom } from './random.ts'

/** The size of a portrait as a photo, in pixels; it is drawn on 400 by 500 units. */
export const AVATAR_SIZE = { width: 1024, height: 1280 }

type Looks = 'woman' | 'man'
/**
 * A parsed key: `drawn-w34-<face>-2` is the second portrait of a woman of 34. Named members have
 * short faces.
 */
type Subject = { kind: 'w' | 'm' | 'c' | 'n'; age: number; face: string; number: number }

const keyPattern = /^drawn-([wmcn])(\d{2})-([0-9a-f]{8}|[0-9a-f]{32})-(\d)$/

export function isDrawn(key: string): boolean {
  return keyPattern.test(key)
}

const ONCE_MARK = 'd0de000000'

/**
 * A key of a photo for one view, which is drawn as the same kind of person of the same age: such
 * keys are hexadecimal.
 */
export function onceKey(key: string): string {
  const { kind, age, face } = subjectOf(key)
  return ONCE_MARK + Buffer.from(`${kind}${age}${face.slice(0, 8)}`).toString('hex')
}

/** The key by which one is drawn; null for one that is not. */
export function drawnOnceKey(key: string): string | null {
  if (!key.startsWith(ONCE_MARK)) return null
  const [, kind = '', age = '', face = ''] =
    /^([wmcn])(\d{2})([0-9a-f]{8})$/.exec(
      Buffer.from(key.slice(ONCE_MARK.length), 'hex').toString(),
    ) ?? []
  const drawn = `drawn-${kind}${age}-${face}-8`
  return isDrawn(drawn) ? drawn : null
}

/** Of a photo or a photo for one view of the demo: it has no file before somebody asks for it. */
export function isDrawnWhenAsked(key: string): boolean {
  return isDrawn(drawnOnceKey(key) ?? key)
}

/**
 * The portrait of a photo's key as SVG; deterministic, with the same face for all keys of one
 * person.
 */
export function drawAvatar(key: string): string {
  const subject = subjectOf(key)
  const shot = randomFrom(`shot:${key}`)
  const palette = shot.pick(palettes)
  const people = sittersOf(subject)
  const figures =
    people.length === 1
      ? closeUp(people[0] as Sitter, shot, palette, subject.number)
      : together(people, shot, palette)
  return el(
    'svg',
    { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 400 500', width: 400, height: 500 },
    scene(shot, palette, 'sky'),
    figures,
  )
}

function subjectOf(key: string): Subject {
  const parts = keyPattern.exec(key)
  if (!parts) throw new RangeError(`${key} is not the key of a drawn photo`)
  return {
    kind: parts[1] as Subject['kind'],
    age: Number(parts[2]),
    face: parts[3] as string,
    number: Number(parts[4]),
  }
}

/** A person's features, the same in all their portraits. */
type Sitter = {
  looks: Looks
  skin: Skin
  colour: HairColour
  face: Face
  hair: Hair
  beard: Beard
  glasses: string
  earrings: string
  shoulders: number
}

function sittersOf(subject: Subject): Sitter[] {
  const { random, looks } = whoSits(subject)
  return looks.map((one, index) =>
    sitter(random, one, index === 0 ? subject.age : Math.max(18, subject.age + random.int(-5, 6))),
  )
}

function whoSits({ kind, face }: Subject): { random: Random; looks: Looks[] } {
  const random = randomFrom(`face:${face}`)
  const drawn: Record<Subject['kind'], () => Looks[]> = {
    w: () => ['woman'],
    m: () => ['man'],
    n: () => [random.pick<Looks>(['woman', 'man'])],
    c: () =>
      random.weighted<Looks[]>([
        [['woman', 'man'], 8],
        [['woman', 'woman'], 1.5],
        [['man', 'man'], 1.5],
      ]),
  }
  return { random, looks: drawn[kind]() }
}

const skinShares = [14, 16, 15, 13, 11, 9, 8, 6, 5, 3].map(
  (share, index) => [index, share] as const,
)

/** Drawn first for each person, since the placeholder needs only this. */
function colouring(random: Random, age: number): { skin: number; colour: HairColour } {
  const skin = random.weighted(skinShares)
  return { skin, colour: drawHair(random, skin, age) }
}

function sitter(random: Random, looks: Looks, age: number): Sitter {
  const { skin, colour } = colouring(random, age)
  const face = drawFace(random, looks, age)
  const hair = drawHairStyle(random, looks, age, colour.worn, skin)
  return {
    looks,
    skin: skins[skin] as Skin,
    colour,
    face,
    hair,
    beard: looks === 'woman' ? 'none' : drawBeard(random, age),
    glasses: drawGlasses(random, age),
    earrings: hair.coversEars ? '' : drawEarrings(random, looks, face.halfWidth),
    shoulders: looks === 'woman' ? random.int(112, 122) : random.int(132, 144),
  }
}

function drawBeard(random: Random, age: number): Beard {
  return random.weighted<Beard>([
    ['none', age < 25 ? 70 : 42],
    ['stubble', 18],
    ['short', 16],
    ['full', age > 28 ? 14 : 4],
    ['moustache', 5],
    ['goatee', 6],
  ])
}

function figure(one: Sitter, shot: Random, palette: Palette, tilt: number): string {
  const { skin, face, hair, colour } = one
  const mood = shot.weighted<Mood>([
    ['smile', 5],
    ['laugh', 4],
    ['calm', one.looks === 'woman' ? 1.5 : 0],
    ['smirk', 2],
  ])
  const turned = {
    transform: `translate(0 ${one.looks === 'woman' ? 30 : 24}) rotate(${tilt} 200 310)`,
  }
  return [
    group(turned, hair.behind),
    body(skin, one.shoulders, one.looks === 'woman' ? 27 : 34),
    drawNecklace(shot, one.looks),
    clothes(shot, one.looks, palette.clothes, one.shoulders),
    group(
      turned,
      hair.coversEars ? '' : ears(face, skin) + one.earrings,
      path(headPath(face), skin.base),
      beard(one.beard, face, colour.grown),
      beardMouth(one.beard, skin),
      features(face, skin, colour.grown.dark, mood),
      hair.over,
      one.glasses,
    ),
  ].join('')
}

/** A portrait of one person: close in the first, further away in the others. */
function closeUp(one: Sitter, shot: Random, palette: Palette, number: number): string {
  const scale = number === 1 ? shot.int(126, 134) / 100 : shot.int(100, 112) / 100
  const x = number === 1 ? 0 : shot.int(-24, 24)
  // Places the eyes at the same height in every portrait, above the middle, so that they stay
  // inside a round crop.
  return placed(figure(one, shot, palette, shot.int(-5, 5)), scale, 200 + x, 222 + 260 * scale)
}

/** Two people side by side, the taller one behind. */
function together([left, right]: Sitter[], shot: Random, palette: Palette): string {
  if (!left || !right) throw new RangeError('a couple is two')
  const back = placed(figure(right, shot, palette, -5), 1.02, 278, 492)
  const front = placed(figure(left, shot, palette, 6), 1, 126, 524)
  return back + front
}

function placed(drawing: string, scale: number, x: number, bottom: number): string {
  return group(
    { transform: `translate(${x - 200 * scale} ${bottom - 500 * scale}) scale(${scale})` },
    drawing,
  )
}

const THUMB = { width: 8, height: 10 }

/**
 * A portrait's thumbhash, computed from ellipses for sky, hair, face and clothes. Takes 0.14 ms;
 * rasterising the drawing takes 5 ms.
 */
export function avatarThumbhash(key: string): string {
  const shot = randomFrom(`shot:${key}`)
  const palette = shot.pick(palettes)
  const ellipses = ellipsesOf(colouringsOf(subjectOf(key)), palette)
  const [from, to] = [rgb(palette.sky[0]), rgb(palette.sky[1])]
  const rgba = new Uint8Array(THUMB.width * THUMB.height * 4)
  for (let row = 0; row < THUMB.height; row += 1) {
    const y = ((row + 0.5) / THUMB.height) * 500
    const sky = from.map((channel, index) => channel + ((to[index] ?? 0) - channel) * (y / 500))
    for (let column = 0; column < THUMB.width; column += 1) {
      const x = ((column + 0.5) / THUMB.width) * 400
      const at = (row * THUMB.width + column) * 4
      const hit = ellipses.find(
        (one) => ((x - one.x) / one.rx) ** 2 + ((y - one.y) / one.ry) ** 2 < 1,
      )
      rgba.set(hit?.colour ?? sky, at)
      rgba[at + 3] = 255
    }
  }
  return Buffer.from(rgbaToThumbHash(THUMB.width, THUMB.height, rgba)).toString('base64')
}

type Colouring = Pick<Sitter, 'skin' | 'colour'>

/**
 * Draws only the colours of each person, since a million members need at least as many
 * placeholders.
 */
function colouringsOf(subject: Subject): Colouring[] {
  if (subject.kind === 'c') return sittersOf(subject)
  const { skin, colour } = colouring(whoSits(subject).random, subject.age)
  return [{ skin: skins[skin] as Skin, colour }]
}

type Ellipse = { x: number; y: number; rx: number; ry: number; colour: readonly number[] }

function ellipsesOf(people: readonly Colouring[], palette: Palette): Ellipse[] {
  return people.flatMap((one, index) => {
    const x = people.length === 1 ? 200 : index === 0 ? 126 : 278
    return [
      { x, y: 240, rx: 78, ry: 100, colour: rgb(one.skin.base) },
      { x, y: 200, rx: 112, ry: 132, colour: rgb(one.colour.worn.base) },
      { x, y: 500, rx: 176, ry: 110, colour: rgb(palette.clothes[0] ?? palette.shape) },
    ]
  })
}

function rgb(hex: string): readonly number[] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}
