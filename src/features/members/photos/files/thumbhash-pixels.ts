/**
 * The package (https://evanw.github.io/thumbhash) decodes only at 32 pixels, sixteen times the work
 * of a placeholder.
 */
export function thumbhashPixels(
  hash: Uint8Array,
  side: number,
): { width: number; height: number; rgb: Uint8Array } {
  const header = (hash[0] ?? 0) | ((hash[1] ?? 0) << 8) | ((hash[2] ?? 0) << 16)
  const more = (hash[3] ?? 0) | ((hash[4] ?? 0) << 8)
  const hasAlpha = header >> 23 === 1
  const isLandscape = more >> 15 === 1
  const long = hasAlpha ? 5 : 7
  const short = more & 7
  const [nx, ny] = isLandscape ? [long, short] : [short, long]
  const ratio = nx / ny

  let next = (hasAlpha ? 6 : 5) * 2
  const nibble = () => {
    const value = ((hash[next >> 1] ?? 0) >> ((next & 1) << 2)) & 15
    next += 1
    return value / 7.5 - 1
  }
  const channel = (across: number, down: number, scale: number) => {
    const waves: Wave[] = []
    for (let y = 0; y < down; y += 1) {
      for (let x = y === 0 ? 1 : 0; x * down < across * (down - y); x += 1)
        waves.push({ x, y, strength: nibble() * scale * 2 })
    }
    return waves
  }
  const light = {
    mean: (header & 63) / 63,
    waves: channel(Math.max(3, nx), Math.max(3, ny), ((header >> 18) & 31) / 31),
  }
  const yellow = {
    mean: ((header >> 6) & 63) / 31.5 - 1,
    waves: channel(3, 3, (((more >> 3) & 63) / 63) * 1.25),
  }
  const red = {
    mean: ((header >> 12) & 63) / 31.5 - 1,
    waves: channel(3, 3, (((more >> 9) & 63) / 63) * 1.25),
  }

  const width = Math.max(1, Math.round(ratio > 1 ? side : side * ratio))
  const height = Math.max(1, Math.round(ratio > 1 ? side / ratio : side))
  const cosX = cosines(width)
  const cosY = cosines(height)
  const rgb = new Uint8Array(width * height * 3)
  for (let y = 0, to = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, to += 3) {
      const l = light.mean + sumOf(light.waves, cosX, cosY, x, y)
      const p = yellow.mean + sumOf(yellow.waves, cosX, cosY, x, y)
      const q = red.mean + sumOf(red.waves, cosX, cosY, x, y)
      const b = l - (2 / 3) * p
      const r = (3 * l - b + q) / 2
      rgb[to] = byte(r)
      rgb[to + 1] = byte(r - q)
      rgb[to + 2] = byte(b)
    }
  }
  return { width, height, rgb }
}

type Wave = { x: number; y: number; strength: number }

function sumOf(
  waves: readonly Wave[],
  cosX: readonly number[][],
  cosY: readonly number[][],
  x: number,
  y: number,
): number {
  let sum = 0
  for (const wave of waves)
    sum += wave.strength * (cosX[wave.x]?.[x] ?? 0) * (cosY[wave.y]?.[y] ?? 0)
  return sum
}

function byte(share: number): number {
  return Math.round(255 * Math.min(1, Math.max(0, share)))
}

/** Returns `cosines(n)[wave][pixel]` for the seven frequencies that a thumbhash can have. */
function cosines(length: number): number[][] {
  return Array.from({ length: 8 }, (_, wave) =>
    Array.from({ length }, (_, pixel) => Math.cos((Math.PI / length) * (pixel + 0.5) * wave)),
  )
}
