import { describe, expect, test } from 'vitest'
import { features } from '../../src/features.server.ts'
import { filesIn } from './sources.ts'

const handsIn = (files: readonly string[]) =>
  files.flatMap((path) => /^src\/features\/(.+)\/feature\.server\.ts$/.exec(path)?.[1] ?? [])

/** Rooms with a file that hands them in and no place in the list, or the other way round. */
function unmatched(files: readonly string[], entered: readonly string[]): string[] {
  return [...new Set(handsIn(files)).symmetricDifference(new Set(entered))]
}

describe('a room that hands itself in', () => {
  // These two are no features.
  const entered = features.map(({ room }) => room).filter((room) => room.includes('/'))

  test('is entered in the list of the product, and by its folder', () => {
    expect(unmatched(filesIn('src/features'), entered)).toEqual([])
  })

  test('is found where it is not entered', () => {
    const gifts = 'src/features/members/gifts/feature.server.ts'
    expect(unmatched([...filesIn('src/features'), gifts], entered)).toEqual(['members/gifts'])
  })
})
