import { randomBytes } from 'node:crypto'
import { lumaOf, pdqOf } from '../../src/features/photos/hashes/pdq.ts'
import { createHashScan } from '../../src/features/photos/hashes/scan.ts'
import { median, table } from './report.ts'

/** A picture in its eight ways against 500,000 hashes, and the part of hashing that is not sharp's: processor time. */
const HASHES = 500_000
const RUNS = 30

const scan = createHashScan()
for (let id = 0; id < HASHES; id += 1) scan.add(id, randomBytes(32))
const pixels = lumaOf(randomBytes(512 * 384 * 3), 3)

function timed(run: () => unknown): string {
  const times = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return `${median(times).toFixed(1)} ms`
}

table(
  ['what', 'processor time', 'aim'],
  [
    ['scan of 500,000 hashes', timed(() => scan.near(Array.from({ length: 8 }, () => randomBytes(32)))), '50 ms'],
    ['hash of a picture of 512 by 384, with its eight ways', timed(() => pdqOf(pixels, 512, 384)), ''],
  ],
)
