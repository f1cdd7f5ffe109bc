import type { Random } from '../random.ts'
import type { Skin } from './colours.ts'
import { circle, el, group, line, mirrored, path } from './svg.ts'

/** Neck and bare shoulders, drawn below the clothes. `width` is half the shoulders' width. */
export function body(skin: Skin, width: number, neck: number): string {
  return [
    path(torso(width, neck), skin.base),
    // The chin's shadow on the neck.
    path(
      `M${200 - neck} 284Q200 330 ${200 + neck} 284L${200 + neck} 302Q200 348 ${200 - neck} 302Z`,
      skin.shade,
      { opacity: 0.75 },
    ),
    line(`M170 384Q186 392 196 402M230 384Q214 392 204 402`, skin.shade, 3, { opacity: 0.55 }),
  ].join('')
}

function torso(width: number, neck: number): string {
  const [l, r] = [200 - width, 200 + width]
  const [nl, nr] = [200 - neck, 200 + neck]
  return `M${l} 520C${l - 2} 430 ${l + 8} 396 134 378C${nl - 6} 366 ${nl} 350 ${nl} 326L${nl} 262L${nr} 262L${nr} 326C${nr} 350 ${nr + 6} 366 266 378C${r - 8} 396 ${r + 2} 430 ${r} 520Z`
}

/** A garment over the shoulders with this neckline. */
function top(width: number, neckline: string): string {
  const [l, r] = [200 - width - 4, 200 + width + 4]
  return `M${l} 520C${l - 2} 430 ${l + 8} 394 ${200 - 64} 374L${neckline}L264 374C${r - 8} 394 ${r + 2} 430 ${r} 520Z`
}

type Garment = (random: Random, colour: string, width: number, second: string) => string

const shade = '#00000022'
const light = '#ffffff38'

/** The shirt under an open jacket; narrow, so that it does not show at the shoulders. */
const under = (neckline: string) => `M142 378L${neckline}L258 378L270 520L130 520Z`

const crewNeck: Garment = (_, colour, width) =>
  path(top(width, '156 364Q162 402 200 404Q238 402 244 364'), colour) +
  line('M156 366Q162 404 200 406Q238 404 244 366', shade, 6)

const vNeck: Garment = (_, colour, width) =>
  path(top(width, '158 362L200 436L242 362'), colour) + line('M158 364L200 438L242 364', shade, 5)

const scoop: Garment = (_, colour, width) =>
  path(top(width, '146 368Q152 432 200 434Q248 432 254 368'), colour) +
  line('M147 370Q154 434 200 436Q246 434 253 370', light, 4)

const turtleneck: Garment = (_, colour, width) =>
  path(top(width, '160 360Q200 388 240 360'), colour) +
  path('M162 318Q200 340 238 318L242 364Q200 392 158 364Z', colour) +
  line('M160 350Q200 376 240 350', shade, 4) +
  line('M163 322Q200 344 237 322', light, 4)

const shirt: Garment = (_, colour, width) =>
  [
    path(top(width, '158 360L200 416L242 360'), colour),
    path('M160 344L200 400L178 432L146 372Z', colour),
    path('M240 344L200 400L222 432L254 372Z', colour),
    line('M160 346L200 402L178 433L147 373', shade, 3.4),
    line('M240 346L200 402L222 433L253 373', shade, 3.4),
    line('M200 410L200 500', shade, 3),
    circle(207, 440, 3.4, shade),
    circle(207, 474, 3.4, shade),
  ].join('')

const blazer: Garment = (_, colour, width, second) =>
  [
    path(under('156 366Q162 400 200 402Q238 400 244 366'), second),
    path(
      `M${200 - width - 4} 520C${200 - width - 6} 430 ${200 - width + 4} 394 140 372L158 362L194 500L194 520Z`,
      colour,
    ),
    path(
      `M${200 + width + 4} 520C${200 + width + 6} 430 ${200 + width - 4} 394 260 372L242 362L206 500L206 520Z`,
      colour,
    ),
    path('M158 362L140 374L132 424L158 432L150 446L192 500Z', colour) +
      line('M158 362L140 374L132 424L158 432L150 446L192 500', shade, 3.4),
    path('M242 362L260 374L268 424L242 432L250 446L208 500Z', colour) +
      line('M242 362L260 374L268 424L242 432L250 446L208 500', shade, 3.4),
  ].join('')

const straps: Garment = (_, colour, width) => {
  const [l, r] = [200 - width + 26, 200 + width - 26]
  return [
    line('M158 370L150 440M242 370L250 440', colour, 9),
    path(
      `M${l} 520C${l - 4} 480 ${l + 2} 452 ${l + 10} 440Q150 424 200 448Q250 424 ${r - 10} 440C${r - 2} 452 ${r + 4} 480 ${r} 520Z`,
      colour,
    ),
    line(`M${l + 10} 441Q150 425 200 449Q250 425 ${r - 10} 441`, light, 4),
  ].join('')
}

const offShoulder: Garment = (_, colour, width) => {
  const [l, r] = [200 - width - 5, 200 + width + 5]
  return (
    path(
      `M${l} 520C${l - 4} 470 ${l} 440 ${l + 14} 418Q200 462 ${r - 14} 418C${r} 440 ${r + 4} 470 ${r} 520Z`,
      colour,
    ) +
    line(`M${l + 14} 420Q200 464 ${r - 14} 420`, light, 5) +
    line(`M${l + 8} 440Q200 486 ${r - 8} 440`, shade, 4)
  )
}

const hoodie: Garment = (_, colour, width) =>
  [
    path(
      'M150 352C128 376 140 408 200 424C260 408 272 376 250 352Q254 398 200 402Q146 398 150 352Z',
      colour,
    ),
    path(top(width, '148 372Q160 414 200 416Q240 414 252 372'), colour),
    line('M150 356C132 380 146 410 200 424C254 410 268 380 250 356', shade, 5),
    line('M180 420L178 468M220 420L222 464', light, 5),
  ].join('')

const striped: Garment = (random, colour, width, second) => {
  const id = `s${random.int(1, 99_999)}`
  const shape = top(width, '152 366Q160 410 200 412Q240 410 248 366')
  const bands = Array.from({ length: 7 }, (_, n) =>
    line(`M40 ${392 + n * 22}Q200 ${414 + n * 22} 360 ${392 + n * 22}`, colour, 9),
  )
  return (
    el('clipPath', { id }, el('path', { d: shape })) +
    path(shape, second) +
    group({ 'clip-path': `url(#${id})` }, ...bands) +
    line('M153 368Q161 412 200 414Q239 412 247 368', shade, 4)
  )
}

const cardigan: Garment = (_, colour, width, second) => {
  const side =
    path(
      `M${200 - width - 6} 520C${200 - width - 8} 430 ${200 - width + 4} 394 138 372Q150 372 156 366Q172 440 178 520Z`,
      colour,
    ) + line('M156 368Q172 442 178 518', shade, 4)
  return path(under('154 368Q160 414 200 416Q240 414 246 368'), second) + side + mirrored(side)
}

const dotted: Garment = (random, colour, width, second) => {
  const id = `d${random.int(1, 99_999)}`
  const shape = top(width, '150 368Q156 422 200 424Q244 422 250 368')
  const dots = Array.from({ length: 40 }, (_, n) =>
    circle(
      50 + (n % 8) * 42 + (Math.floor(n / 8) % 2) * 21,
      396 + Math.floor(n / 8) * 26,
      5,
      second,
    ),
  )
  return (
    el('clipPath', { id }, el('path', { d: shape })) +
    path(shape, colour) +
    group({ 'clip-path': `url(#${id})` }, ...dots)
  )
}

export function clothes(
  random: Random,
  looks: 'woman' | 'man',
  palette: readonly string[],
  width: number,
): string {
  const [colour = '#30415d', second = '#ffffff'] = random.some(palette, 2)
  const garment =
    looks === 'woman'
      ? random.weighted<Garment>([
          [crewNeck, 9],
          [vNeck, 12],
          [scoop, 12],
          [turtleneck, 7],
          [shirt, 8],
          [blazer, 8],
          [straps, 12],
          [offShoulder, 9],
          [striped, 8],
          [cardigan, 9],
          [dotted, 6],
        ])
      : random.weighted<Garment>([
          [crewNeck, 16],
          [vNeck, 7],
          [turtleneck, 8],
          [shirt, 18],
          [blazer, 14],
          [hoodie, 12],
          [striped, 10],
          [cardigan, 8],
        ])
  return garment(random, colour, width, second)
}
