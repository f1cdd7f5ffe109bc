import { wavOf } from '#members/messages/voice/wav.ts'

type Tone = { seconds?: number; hertz?: number; rate?: number; volume?: number }

/** A recording as browsers without Opus send it: a tone. */
export function tone({
  seconds = 2,
  hertz = 440,
  rate = 16_000,
  volume = 0.4,
}: Tone = {}): Uint8Array<ArrayBuffer> {
  const samples = Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, n) => volume * Math.sin((2 * Math.PI * hertz * n) / rate),
  )
  return wavOf({ rate, samples })
}
