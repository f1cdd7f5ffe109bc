import { readFile } from 'node:fs/promises'
import { compress, decompress } from 'wawoff2'
import { fontFile } from '../sites/font-file.ts'
import type { Brand } from '../sites/site.ts'
import { type ReadOwn, readOwn } from './own-files.ts'

export type LeanFace = {
  family: string
  style: 'normal' | 'italic'
  file: string
  weights: [least: number, most: number]
}

const source = new URL('../', import.meta.url)
const TEXT: [number, number] = [400, 700]

/** A display face often needs a single weight, which is half the size of the variable font. */
export async function leanFaces(
  brands: readonly Brand[],
  read: ReadOwn = readOwn,
): Promise<LeanFace[]> {
  const css = await readFile(new URL('styles/fonts.css', source), 'utf8')
  const asked = (await Promise.all(brands.map((brand) => askedBy(brand, read)))).flat()
  return [...css.matchAll(/font-family: '([^']+ Variable)';\s+font-style: (normal|italic);/g)].map(
    ([, family = '', style]) => {
      const own = asked
        .filter((one) => one.family === family && one.style === style)
        .flatMap(({ weights }) => weights)
      const weights = own.length === 0 ? TEXT : own
      return {
        family,
        style: style as LeanFace['style'],
        file: fontFile(family, style as LeanFace['style']),
        weights: [Math.min(...weights), Math.max(...weights)],
      }
    },
  )
}

async function askedBy(
  { id, theme: { fonts, landing } }: Brand,
  read: ReadOwn,
): Promise<Array<{ family: string; style: string; weights: number[] }>> {
  const theme = await read(id, 'theme.css')
  const composition = await readFile(new URL(`landings/${landing}.css`, source), 'utf8')
  const literal = (token: string) =>
    [
      ...composition.matchAll(new RegExp(`font: (?:italic )?(\\d+) [^;]*var\\(--${token}\\)`, 'g')),
    ].map(([, weight]) => Number(weight))
  const display = Number(/--display-weight: (\d+);/.exec(theme)?.[1] ?? TEXT[1])
  return [
    {
      family: fonts.display,
      style: fonts.displayStyle,
      weights: [display, ...literal('font-display')],
    },
    { family: fonts.text, style: 'normal', weights: [...TEXT, ...literal('font-text')] },
  ]
}

export async function leanFont({
  family,
  style,
  weights: [least, most],
}: LeanFace): Promise<Uint8Array> {
  const name = fontFile(family, style).replace(/-\w+\.woff2$/, '')
  const whole = await readFile(
    new URL(
      import.meta.resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-${style}.woff2`),
    ),
  )
  const { exports: hb } = await (harfbuzz ??= loadHarfbuzz())
  const font = await decompress(whole)
  const at = hb.malloc(font.length)
  new Uint8Array(hb.memory.buffer).set(font, at)
  const blob = hb.hb_blob_create(at, font.length, HB.WRITABLE, 0, 0)
  const face = hb.hb_face_create(blob, 0)
  const input = hb.hb_subset_input_create_or_fail()
  const characters = hb.hb_subset_input_unicode_set(input)
  hb.hb_set_clear(characters)
  hb.hb_set_invert(characters)
  for (const feature of features)
    hb.hb_set_add(hb.hb_subset_input_set(input, HB.FEATURES), tag(feature))
  for (const id of licenceNames) hb.hb_set_add(hb.hb_subset_input_set(input, HB.NAMES), id)
  hb.hb_subset_input_set_flags(input, HB.NO_HINTING)
  hb.hb_subset_input_set_axis_range(input, face, tag('wght'), least, most, least)
  const lean = hb.hb_subset_or_fail(face, input)
  if (lean === 0) throw new Error(`${family} ${style} cannot be made lean`)
  const made = hb.hb_face_reference_blob(lean)
  const start = hb.hb_blob_get_data(made, 0)
  const bytes = new Uint8Array(hb.memory.buffer.slice(start, start + hb.hb_blob_get_length(made)))
  for (const [free, what] of [
    [hb.hb_blob_destroy, made],
    [hb.hb_face_destroy, lean],
    [hb.hb_subset_input_destroy, input],
    [hb.hb_face_destroy, face],
    [hb.hb_blob_destroy, blob],
    [hb.free, at],
  ] as const)
    free(what)
  return compress(bytes)
}

/**
 * OpenType features that HarfBuzz does not keep by default: tabular figures and case-sensitive
 * forms.
 */
const features = ['tnum', 'case']
/** Name ids of the licence and its URL, which must stay in the file. */
const licenceNames = [13, 14]
const HB = { WRITABLE: 2, NAMES: 4, FEATURES: 6, NO_HINTING: 1 } as const

type Call =
  | 'free'
  | 'hb_blob_create'
  | 'hb_blob_destroy'
  | 'hb_blob_get_data'
  | 'hb_blob_get_length'
  | 'hb_face_create'
  | 'hb_face_destroy'
  | 'hb_face_reference_blob'
  | 'hb_set_add'
  | 'hb_set_clear'
  | 'hb_set_invert'
  | 'hb_subset_input_create_or_fail'
  | 'hb_subset_input_destroy'
  | 'hb_subset_input_set'
  | 'hb_subset_input_set_axis_range'
  | 'hb_subset_input_set_flags'
  | 'hb_subset_input_unicode_set'
  | 'hb_subset_or_fail'
  | 'malloc'
type Harfbuzz = {
  exports: { memory: WebAssembly.Memory } & Record<Call, (...values: number[]) => number>
}
let harfbuzz: Promise<Harfbuzz> | undefined

async function loadHarfbuzz(): Promise<Harfbuzz> {
  const { instance } = await WebAssembly.instantiate(
    await readFile(new URL(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'))),
    {},
  )
  const { exports } = instance as unknown as Harfbuzz
  Reflect.get(exports, '_initialize')?.()
  return { exports }
}

function tag(name: string): number {
  return [...name].reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0)
}
