import { type Size } from '#core/people/pictures/pictures.ts'
import { MIN_PIXELS } from '../photos.ts'
import { CARD_RATIO, type Crop, type Turns, turned } from './crops.ts'

/** Width to height of a frame; `taken` is the photo's own. */
const shapes = { taken: null, portrait: 4 / 5, square: 1, landscape: 5 / 4 } as const
export type Shape = keyof typeof shapes

/**
 * How a part is chosen: the largest part of a shape, made smaller by `zoom` (1 or more), and where
 * it lies in what is left over, 0 to 1 in each direction.
 */
export type Frame = { shape: Shape; zoom: number; across: number; down: number }

export const wholeFrame: Frame = { shape: 'taken', zoom: 1, across: 0.5, down: 0.5 }

export type FrameTarget = 'photo' | 'card'
/** The state of the dialog: `size` is that of the original in pixels. */
export type Framing = { size: Size; turns: Turns; photo: Frame; card: Frame | null }

const LARGEST_ZOOM = 8

/**
 * The area in which a part is chosen, in pixels of the turned original: all of it, and for cards
 * the cropped photo.
 */
function areaOf(framing: Framing, target: FrameTarget): Crop {
  const size = turned(framing.size, framing.turns)
  const whole = { x: 0, y: 0, ...size }
  return target === 'photo'
    ? whole
    : partIn(whole, framing.photo, shapes[framing.photo.shape] ?? size.width / size.height)
}

/** The chosen part in pixels of the turned original. */
export function partOf(framing: Framing, target: FrameTarget): Crop {
  const area = areaOf(framing, target)
  if (target === 'card') return partIn(area, framing.card ?? wholeFrame, CARD_RATIO)
  return partIn(area, framing.photo, shapes[framing.photo.shape] ?? area.width / area.height)
}

function partIn(area: Crop, { zoom, across, down }: Frame, ratio: number): Crop {
  const width = Math.min(area.width, area.height * ratio) / zoom
  const height = width / ratio
  return {
    x: area.x + across * (area.width - width),
    y: area.y + down * (area.height - height),
    width,
    height,
  }
}

/** So far that the part keeps the least number of pixels. */
export function largestZoom(framing: Framing, target: FrameTarget): number {
  const frame = target === 'photo' ? framing.photo : (framing.card ?? wholeFrame)
  const { width, height } = partOf(withFrame(framing, target, { ...frame, zoom: 1 }), target)
  return Math.max(1, Math.min(LARGEST_ZOOM, Math.min(width, height) / MIN_PIXELS))
}

export function withFrame(framing: Framing, target: FrameTarget, frame: Frame): Framing {
  return { ...framing, [target]: frame }
}

/** Moves the part by pixels of the original, as far as the area reaches. */
export function moved(
  framing: Framing,
  target: FrameTarget,
  right: number,
  downwards: number,
): Frame {
  const frame = (target === 'photo' ? framing.photo : framing.card) ?? wholeFrame
  const [area, part] = [areaOf(framing, target), partOf(framing, target)]
  const along = (from: number, by: number, room: number) =>
    room <= 0 ? from : Math.min(1, Math.max(0, from + by / room))
  return {
    ...frame,
    across: along(frame.across, right, area.width - part.width),
    down: along(frame.down, downwards, area.height - part.height),
  }
}

/** Turns a quarter clockwise (1) or back (-1); the parts stay the same parts of the picture. */
export function turnedBy(framing: Framing, by: 1 | -1): Framing {
  const turn = ({ shape, zoom, across, down }: Frame): Frame => ({
    shape: shape === 'portrait' ? 'landscape' : shape === 'landscape' ? 'portrait' : shape,
    zoom,
    across: by === 1 ? 1 - down : down,
    down: by === 1 ? across : 1 - across,
  })
  return settled({
    ...framing,
    turns: ((framing.turns + by + 4) % 4) as Turns,
    photo: turn(framing.photo),
    card: framing.card && turn(framing.card),
  })
}

/** With zooms that leave enough pixels: the card's area changes with the photo's part. */
export function settled(framing: Framing): Framing {
  const within = (frame: Frame, target: FrameTarget, of: Framing): Frame => ({
    ...frame,
    zoom: Math.min(Math.max(1, frame.zoom), largestZoom(of, target)),
  })
  const cropped = { ...framing, photo: within(framing.photo, 'photo', framing) }
  return cropped.card === null
    ? cropped
    : { ...cropped, card: within(cropped.card, 'card', cropped) }
}

/** What is sent: parts as fractions of the turned original, null for all of it. */
export function editOf(framing: Framing): { turns: Turns; crop: Crop | null; card: Crop | null } {
  const { width, height } = turned(framing.size, framing.turns)
  const fraction = ({ x, y, ...part }: Crop): Crop => {
    const [left, top] = [clamp(x / width), clamp(y / height)]
    return {
      x: left,
      y: top,
      width: Math.min(part.width / width, 1 - left),
      height: Math.min(part.height / height, 1 - top),
    }
  }
  const crop = fraction(partOf(framing, 'photo'))
  const isWhole = crop.width > 0.999 && crop.height > 0.999
  return {
    turns: framing.turns,
    crop: isWhole ? null : crop,
    card: framing.card === null ? null : fraction(partOf(framing, 'card')),
  }
}

/** The framing that gives an edit again, as near as its shapes allow. */
export function framingOf(
  size: Size,
  { turns, crop, card }: { turns: Turns; crop: Crop | null; card: Crop | null },
): Framing {
  const seen = turned(size, turns)
  const framing: Framing = {
    size,
    turns,
    photo:
      crop === null ? wholeFrame : frameOf({ x: 0, y: 0, ...seen }, inPixels(crop, seen), null),
    card: null,
  }
  if (card === null) return framing
  return { ...framing, card: frameOf(areaOf(framing, 'card'), inPixels(card, seen), CARD_RATIO) }
}

function frameOf(area: Crop, part: Crop, fixed: number | null): Frame {
  const ratio = part.width / part.height
  const own = area.width / area.height
  const names = Object.keys(shapes) as Shape[]
  const near = (name: Shape) => Math.abs(Math.log(ratio / (shapes[name] ?? own)))
  const shape =
    fixed === null ? (names.toSorted((a, b) => near(a) - near(b))[0] ?? 'taken') : 'taken'
  const given = fixed ?? shapes[shape] ?? own
  const zoom = Math.max(1, Math.min(area.width, area.height * given) / part.width)
  const place = (from: number, room: number) => (room < 0.5 ? 0.5 : clamp(from / room))
  return {
    shape,
    zoom,
    across: place(part.x - area.x, area.width - part.width),
    down: place(part.y - area.y, area.height - part.height),
  }
}

function inPixels({ x, y, width, height }: Crop, size: Size): Crop {
  return {
    x: x * size.width,
    y: y * size.height,
    width: width * size.width,
    height: height * size.height,
  }
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}
