import { describe, expect, test } from 'vitest'
import { answering, hearing } from '#api/domain-events.server.ts'
import { domainEvent, question } from '#api/domain-events.ts'
import { type Feature, handedIn } from '#api/feature.ts'
import { features } from '#features.server.ts'
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

describe('what rooms tell and ask each other', () => {
  /** Events that nobody hears, and questions that not exactly one room answers. */
  const unheard = (declared: readonly object[], all: readonly Feature[]) =>
    declared.filter((one) => {
      const hearers = handedIn(all, 'hears').filter(({ to }) => to === one).length
      const answers = handedIn(all, 'answers').filter(({ to }) => to === one).length
      return hearers === 0 && answers !== 1
    })

  test('is heard, and answered by one', async () => {
    const modules = await Promise.all(
      filesIn('src/features')
        .filter((path) => path.endsWith('/events.server.ts'))
        .map(async (path) => (await import(`../../${path}`)) as Readonly<Record<string, object>>),
    )
    const declared = modules.flatMap((module) => Object.values(module))
    expect(declared.length).toBeGreaterThan(8)
    expect(unheard(declared, features)).toEqual([])
  })

  test('is found where nobody hears it, or two answer', () => {
    const [gone, who] = [domainEvent<string>('gone'), question<string, string>('who')]
    const room = { room: 'members/a', answers: [answering(who, async () => 'a')] }
    expect(unheard([gone, who], [room, room])).toEqual([gone, who])
    expect(
      unheard([gone, who], [room, { room: 'members/b', hears: [hearing(gone, async () => {})] }]),
    ).toEqual([])
  })
})
