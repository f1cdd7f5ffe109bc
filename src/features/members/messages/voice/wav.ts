/** A recording as samples from -1 to 1, of one channel. */
export type Samples = { rate: number; samples: Float32Array<ArrayBuffer> }

const HEADER = 44
const RATES = [16_000, 24_000]
const LOUDEST = 0x7fff

/** Reads what `wavOf` writes, with any chunks between; null if it is another kind. */
export function readWav(bytes: Uint8Array): Samples | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const nameAt = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))
  if (bytes.length < HEADER || nameAt(0) !== 'RIFF' || nameAt(8) !== 'WAVE') return null
  let rate: number | null = null
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = view.getUint32(at + 4, true)
    const from = at + 8
    if (nameAt(at) === 'fmt ' && size >= 16 && from + 16 <= bytes.length) {
      const isPlain =
        view.getUint16(from, true) === 1 &&
        view.getUint16(from + 2, true) === 1 &&
        view.getUint16(from + 14, true) === 16
      rate = isPlain ? view.getUint32(from + 4, true) : null
    } else if (nameAt(at) === 'data') {
      if (rate === null || !RATES.includes(rate)) return null
      const count = Math.floor(Math.min(size, bytes.length - from) / 2)
      return {
        rate,
        samples: Float32Array.from(
          { length: count },
          (_, n) => view.getInt16(from + n * 2, true) / (LOUDEST + 1),
        ),
      }
    }
    // Chunks begin at even places.
    at = from + size + (size % 2)
  }
  return null
}

/** 16 bits a sample, one channel. */
export function wavOf({ rate, samples }: Samples): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER + samples.length * 2)
  const view = new DataView(bytes.buffer)
  const put = (at: number, name: string) => bytes.set(new TextEncoder().encode(name), at)
  put(0, 'RIFF')
  view.setUint32(4, bytes.length - 8, true)
  put(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  put(36, 'data')
  view.setUint32(40, samples.length * 2, true)
  samples.forEach((sample, n) =>
    view.setInt16(HEADER + n * 2, Math.round(Math.max(-1, Math.min(1, sample)) * LOUDEST), true),
  )
  return bytes
}
