import { expect, test } from 'vitest'
import { fault } from './restore-drill.fault.ts'

test(
  'a lost cluster is made again from its backup, as late as possible and as of a second',
  { timeout: 1_800_000 },
  async () => {
    const figures = await fault('short', [])
    expect(figures.filter(({ isReached }) => !isReached)).toEqual([])
  },
)
