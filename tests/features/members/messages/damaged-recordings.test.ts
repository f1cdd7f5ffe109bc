import { readFile } from 'node:fs/promises'
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  OggOutputFormat,
  Output,
  WEBM,
} from 'mediabunny'
import { afterEach, expect, test, vi } from 'vitest'
import { transcode } from '#members/messages/voice/transcode.server.ts'

/** What a recording costs that is refused. */

const said = vi.mocked(console.error)
afterEach(() => said.mockReset())

/** A recording of a browser, whose first packets are such that no decoder takes them. */
async function withDamaged(damaged: number, packets: number): Promise<Uint8Array> {
  const webm = new Uint8Array(await readFile('tests/support/chromium-440-hertz.webm'))
  const track = await new Input({
    source: new BufferSource(webm),
    formats: [WEBM],
  }).getPrimaryAudioTrack()
  const decoderConfig = await track?.getDecoderConfig()
  if (!track || !decoderConfig) throw new Error('no track')
  const whole = await Array.fromAsync(new EncodedPacketSink(track).packets())
  const target = new BufferTarget()
  const output = new Output({ format: new OggOutputFormat(), target })
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  await output.start()
  for (let n = 0; n < packets; n += 1) {
    const data =
      n < damaged ? new Uint8Array([3, 0]) : (whole[n % whole.length]?.data ?? new Uint8Array())
    await source.add(new EncodedPacket(data, 'key', n * 0.02, 0.02), { decoderConfig })
  }
  await output.finalize()
  return new Uint8Array(target.buffer ?? new ArrayBuffer())
}

test('a recording is left at the tenth packet that cannot be decoded, and nothing after it costs anything', async () => {
  let lines = 0
  said.mockImplementation(() => void (lines += 1))
  expect(await transcode(await withDamaged(5000, 5000))).toEqual({ refused: 'unreadable' })
  expect(lines).toBe(10)
})

test('a few packets that a broken connection damaged are left out', async () => {
  said.mockImplementation(() => undefined)
  expect(await transcode(await withDamaged(9, 29))).toMatchObject({ milliseconds: 1200 })
})
