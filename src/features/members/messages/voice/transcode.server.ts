import { BufferSource, EncodedPacketSink, Input, MATROSKA, OGG, WEBM } from 'mediabunny'
import { OpusDecoder } from 'opus-decoder'
import { createMp3Encoder } from 'wasm-media-encoders'
import { GRACE_SECONDS, MAX_SECONDS, MIN_SECONDS } from './recordings.ts'
import { readWav, type Samples } from './wav.ts'

export type Transcoded =
  | { bytes: Uint8Array; milliseconds: number }
  | { refused: 'unreadable' | 'tooLong' | 'tooShort' | 'silent' }

/** Speech needs no more; both are among the rates of Opus and of MP3. */
const OPUS_RATE = 24_000
const KBIT = 40
const MOST_SECONDS = MAX_SECONDS + GRACE_SECONDS
/** About -50 dB of the loudest: a quiet room is below, a whisper above. */
const SILENCE = 0.003
const WINDOW_SECONDS = 0.1
/** A connection that broke off damages a packet or two; a file of damaged ones is no recording. */
const MOST_DAMAGED = 10

/**
 * Decodes a recording and encodes its sound anew, so that nothing else of the file is left: WebM
 * and Ogg with Opus, as browsers record, and WAV from those that record otherwise. MP3 is what
 * every browser plays.
 */
export async function transcode(bytes: Uint8Array): Promise<Transcoded> {
  const sound = readWav(bytes) ?? (await readOpus(bytes))
  if (sound === null) return { refused: 'unreadable' }
  const { rate, samples } = sound
  const seconds = samples.length / rate
  if (seconds > MOST_SECONDS) return { refused: 'tooLong' }
  if (seconds < MIN_SECONDS) return { refused: 'tooShort' }
  if (loudest(sound) < SILENCE) return { refused: 'silent' }
  return {
    bytes: await encode(sound),
    milliseconds: Math.round(Math.min(seconds, MAX_SECONDS) * 1000),
  }
}

async function readOpus(bytes: Uint8Array): Promise<Samples | null> {
  try {
    return await decodeOpus(
      new Input({ source: new BufferSource(bytes), formats: [WEBM, MATROSKA, OGG] }),
    )
  } catch {
    // Whatever the library says of a damaged file: it is no recording.
    return null
  }
}

/** Stops where the recording is too long: a few bytes can stand for hours. */
async function decodeOpus(input: Input): Promise<Samples | null> {
  const track = await input.getPrimaryAudioTrack()
  if (track === null || track.codec !== 'opus' || track.numberOfChannels > 2) return null
  const decoder = new OpusDecoder({
    channels: track.numberOfChannels,
    sampleRate: OPUS_RATE,
    preSkip: 0,
  })
  await decoder.ready
  try {
    const parts: Float32Array[] = []
    let count = 0
    let damaged = 0
    for await (const packet of new EncodedPacketSink(track).packets()) {
      const { channelData, samplesDecoded, errors } = decoder.decodeFrame(packet.data)
      if (errors.length > 0 && (damaged += 1) === MOST_DAMAGED) return null
      parts.push(mixed(channelData))
      count += samplesDecoded
      if (count > MOST_SECONDS * OPUS_RATE) break
    }
    return count === 0 ? null : { rate: OPUS_RATE, samples: joined(parts, count) }
  } finally {
    decoder.free()
    input.dispose()
  }
}

function mixed([left = new Float32Array(), right]: Float32Array[]): Float32Array {
  return right === undefined ? left : left.map((sample, n) => (sample + (right[n] ?? 0)) / 2)
}

function joined(parts: readonly Float32Array[], count: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(count)
  let at = 0
  for (const part of parts) {
    samples.set(part, at)
    at += part.length
  }
  return samples
}

/** The root mean square of the loudest tenth of a second. */
function loudest({ rate, samples }: Samples): number {
  const window = Math.round(rate * WINDOW_SECONDS)
  let most = 0
  for (let from = 0; from + window <= samples.length; from += window) {
    let sum = 0
    for (let n = from; n < from + window; n += 1) sum += (samples[n] ?? 0) ** 2
    most = Math.max(most, sum)
  }
  return Math.sqrt(most / window)
}

async function encode({ rate, samples }: Samples): Promise<Uint8Array> {
  const encoder = await createMp3Encoder()
  encoder.configure({ sampleRate: rate, channels: 1, bitrate: KBIT })
  const parts: Uint8Array[] = []
  for (let from = 0; from < samples.length; from += rate) {
    // The encoder's own memory, which the next call overwrites.
    parts.push(encoder.encode([samples.subarray(from, from + rate)]).slice())
  }
  parts.push(encoder.finalize().slice())
  return Buffer.concat(parts)
}
