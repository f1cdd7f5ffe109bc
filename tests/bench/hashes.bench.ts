import { randomBytes } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { unedited } from '#members/photos/crop/crops.ts'
import { laterRenditions, makeRenditions } from '#members/photos/files/renditions.server.ts'
import { hashPixels } from '#members/photos/hashes/hash-pictures.server.ts'
import { lumaOf, pdqOf } from '#members/photos/hashes/pdq.ts'
import { hashesOf, type Pixels } from '#members/photos/hashes/picture-hashes.server.ts'
import { createHashScan } from '#members/photos/hashes/scan.ts'
import { record } from './figures.ts'
import { judged, median, table } from './report.ts'

/**
 * A picture in its eight ways against 500,000 hashes, the part of hashing that is not sharp's, and
 * what is made of a photo of 12 megapixels before staff can decide about it, and once it is
 * approved: processor time of all threads. Then for how long nothing else is done in the thread of
 * requests while such a photo is hashed beside it, and were it hashed there.
 */
const HASHES = 500_000
const RUNS = 30

const scan = createHashScan()
for (let id = 0; id < HASHES; id += 1) scan.add(id, randomBytes(32))
/** With the grain of a camera: what is drawn is encoded in no time. */
const grain = await sharp({
  create: {
    width: 4000,
    height: 3000,
    channels: 3,
    background: '#888',
    noise: { type: 'gaussian', mean: 128, sigma: 12 },
  },
})
  .png()
  .toBuffer()
const drawn = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="3000"><defs><radialGradient id="a"><stop stop-color="#e8c39e"/><stop offset="1" stop-color="#20304a"/></radialGradient></defs><rect width="4000" height="3000" fill="url(#a)"/><circle cx="1800" cy="1300" r="700" fill="#b5763f"/><path d="M0 3000 1400 1700 2600 2500 4000 1500V3000Z" fill="#3d5a40"/></svg>',
)
const photo = await sharp(drawn)
  .composite([{ input: grain, blend: 'soft-light' }])
  .jpeg({ quality: 88 })
  .toBuffer()
const { original } = await makeRenditions(photo, 1)
const pixels = lumaOf(randomBytes(512 * 384 * 3), 3)

/** A row: what it is, its median, and its aim in milliseconds where it has one. */
async function timed(what: string, aim: number | null, run: () => unknown): Promise<string[]> {
  const times: number[] = []
  for (let turn = 0; turn < RUNS; turn += 1) {
    const before = process.cpuUsage()
    await run()
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  const time = median(times)
  record(what, Number(time.toFixed(1)), 'ms', aim ?? undefined)
  return [what, `${time.toFixed(1)} ms`, aim === null ? '' : judged(`${aim} ms`, time <= aim)]
}

const { data, info } = await sharp(original).raw().toBuffer({ resolveWithObject: true })
const whole: Pixels = { data, width: info.width, height: info.height, channels: info.channels }

/** A row: what it is, and the median of the longest that it blocks the event loop in one run. */
async function blocked(what: string, run: () => Promise<unknown>): Promise<string[]> {
  const longest: number[] = []
  for (let turn = 0; turn < RUNS; turn += 1) {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    // The first reading comes with the second tick.
    await wait(5)
    await run()
    await wait(5)
    delay.disable()
    longest.push(delay.max / 1e6)
  }
  record(what, Number(median(longest).toFixed(1)), 'ms')
  return [what, `${median(longest).toFixed(1)} ms`, '']
}

table(
  ['what', 'time', 'aim'],
  [
    await timed('scan of 500,000 hashes', 50, () =>
      scan.near(Array.from({ length: 8 }, () => randomBytes(32))),
    ),
    await timed('hash of a picture of 512 by 384, with its eight ways', null, () =>
      pdqOf(pixels, 512, 384),
    ),
    await timed('files and hashes of a photo of 12 megapixels until staff can decide', 150, () =>
      makeRenditions(photo, 1),
    ),
    await timed('other files of that photo, once it is approved', null, () =>
      laterRenditions(original, unedited, { photo: true, card: false }),
    ),
    await blocked('longest block of the event loop while nothing is done', () => wait(20)),
    await blocked('longest block of the event loop while a photo is hashed', () => hashesOf(whole)),
    await blocked('longest block of the event loop were it hashed there', () => hashPixels(whole)),
  ],
)
