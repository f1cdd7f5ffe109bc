/** A larger picture is scaled down to this for its longer side before it is hashed. */
export const PDQ_SIDE = 512
const SMALL = 64
const BITS = 256
const ROW = 16

/** Bits up to which hashes are of one picture, and the quality below which one says nothing. */
export const SAME_WITHIN = 31
export const MIN_QUALITY = 50

/** 256 bits, most significant first as in exchange lists; quality 0 to 100. */
export type Pdq = { hash: Uint8Array; quality: number }

/** `variants`: of the picture turned and mirrored in the eight ways, the first of them `hash`. */
export function pdqOf(
  luma: Float32Array,
  width: number,
  height: number,
): Pdq & { variants: Uint8Array[] } {
  const small = shrink(luma, width, height)
  const waves = cosines(small)
  const variants = turnsOf(waves).map(bitsOf)
  return { hash: variants[0] as Uint8Array, quality: qualityOf(small), variants }
}

/** Luminance of interleaved pixels: three channels are red, green, blue, or the first is grey. */
export function lumaOf(data: Uint8Array, channels: number): Float32Array {
  const luma = new Float32Array(data.length / channels)
  for (let pixel = 0, at = 0; pixel < luma.length; pixel += 1, at += channels) {
    luma[pixel] =
      channels < 3
        ? valueIn(data, at)
        : 0.299 * valueIn(data, at) + 0.587 * valueIn(data, at + 1) + 0.114 * valueIn(data, at + 2)
  }
  return luma
}

function valueIn(data: ArrayLike<number>, index: number): number {
  return data[index] as number
}

/** Smooths with a tent filter (two box filters each way), and takes one pixel of each cell. */
function shrink(luma: Float32Array, width: number, height: number): Float32Array {
  const boxes = { across: boxOf(width), down: boxOf(height) }
  const one = Float32Array.from(luma)
  const other = new Float32Array(luma.length)
  const small = new Float32Array(SMALL * SMALL)
  for (let pass = 0; pass < 2; pass += 1) {
    for (let y = 0; y < height; y += 1) smooth(one, other, y * width, width, 1, boxes.across)
    for (let x = 0; x < width; x += 1) smooth(other, one, x, height, width, boxes.down)
  }
  for (let y = 0; y < SMALL; y += 1) {
    const row = Math.floor(((y + 0.5) * height) / SMALL) * width
    for (let x = 0; x < SMALL; x += 1)
      small[y * SMALL + x] = valueIn(one, row + Math.floor(((x + 0.5) * width) / SMALL))
  }
  return small
}

function boxOf(length: number): number {
  return Math.ceil(length / (2 * SMALL))
}

/** Mean of `box` values around each, fewer at both ends; of `count` from `start`, `step` apart. */
function smooth(
  from: Float32Array,
  into: Float32Array,
  start: number,
  count: number,
  step: number,
  box: number,
): void {
  const ahead = (box + 2) >> 1
  const behind = box - ahead
  let sum = 0
  let held = 0
  for (let index = 0; index < ahead - 1 && index < count; index += 1) {
    sum += valueIn(from, start + index * step)
    held += 1
  }
  for (let index = 0; index < count; index += 1) {
    const added = index + ahead - 1
    if (added < count) {
      sum += valueIn(from, start + added * step)
      held += 1
    }
    const dropped = index - behind - 1
    if (dropped >= 0) {
      sum -= valueIn(from, start + dropped * step)
      held -= 1
    }
    into[start + index * step] = sum / held
  }
}

/** Sum of neighbours' differences in whole per cents of the range: flat areas count nothing. */
function qualityOf(small: Float32Array): number {
  let sum = 0
  const add = (one: number, other: number) => {
    sum += Math.abs(Math.trunc(((valueIn(small, one) - valueIn(small, other)) * 100) / 255))
  }
  for (let y = 0; y < SMALL; y += 1) {
    for (let x = 0; x < SMALL; x += 1) {
      const here = y * SMALL + x
      if (y + 1 < SMALL) add(here, here + SMALL)
      if (x + 1 < SMALL) add(here, here + 1)
    }
  }
  return Math.min(100, Math.floor(sum / 90))
}

/** Rows of a discrete cosine transform of 64 values: those of the frequencies 1 to 16. */
const WAVES = Float64Array.from(
  { length: ROW * SMALL },
  (_, index) =>
    Math.sqrt(2 / SMALL) *
    Math.cos((Math.PI / 2 / SMALL) * (Math.floor(index / SMALL) + 1) * (2 * (index % SMALL) + 1)),
)

/** 16 × 16 coefficients: a row is the vertical frequency less one, a column the horizontal. */
function cosines(small: Float32Array): Float64Array {
  const half = new Float64Array(ROW * SMALL)
  for (let row = 0; row < ROW; row += 1) {
    for (let y = 0; y < SMALL; y += 1) {
      const wave = valueIn(WAVES, row * SMALL + y)
      for (let x = 0; x < SMALL; x += 1)
        half[row * SMALL + x] =
          valueIn(half, row * SMALL + x) + wave * valueIn(small, y * SMALL + x)
    }
  }
  return Float64Array.from({ length: BITS }, (_, index) => {
    const [row, column] = [Math.floor(index / ROW), index % ROW]
    let sum = 0
    for (let x = 0; x < SMALL; x += 1)
      sum += valueIn(half, row * SMALL + x) * valueIn(WAVES, column * SMALL + x)
    return sum
  })
}

/** Mirroring turns the sign of odd frequencies, transposing swaps rows and columns. */
function turnsOf(waves: Float64Array): Float64Array[] {
  const ways = [false, true].flatMap((transposed) =>
    [false, true].flatMap((down) => [false, true].map((across) => ({ transposed, down, across }))),
  )
  return ways.map(({ transposed, down, across }) =>
    waves.map((_, index) => {
      const [row, column] = [Math.floor(index / ROW), index % ROW]
      const sign = (down && row % 2 === 0 ? -1 : 1) * (across && column % 2 === 0 ? -1 : 1)
      return sign * valueIn(waves, transposed ? column * ROW + row : index)
    }),
  )
}

/** One bit for each coefficient above the median. */
function bitsOf(waves: Float64Array): Uint8Array {
  const median = valueIn(waves.toSorted(), BITS / 2 - 1)
  const hash = new Uint8Array(BITS / 8)
  for (let bit = 0; bit < BITS; bit += 1) {
    const byte = hash.length - 1 - (bit >> 3)
    if (valueIn(waves, bit) > median) hash[byte] = valueIn(hash, byte) | (1 << (bit & 7))
  }
  return hash
}

/** Of a number of 32 bits. */
export function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
