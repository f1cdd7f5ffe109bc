import type { Gender } from '../sites/genders.ts'
import type { Random } from './random.ts'
import type { TakenNames } from './taken-names.ts'
import { demoWords, type Interest } from './words.ts'

export type SelfDescription = { headline: string; about: string; interests: Interest[] }

/** A headline and three to six sentences that fit the person. */
export function describeSelf(
  random: Random,
  who: { gender: Gender; age: number; brand: string; place: string },
): SelfDescription {
  const isTwo = who.gender === 'couple'
  const [first, second] = random.some(demoWords().interests, 2) as [Interest, Interest]
  const fill = (text: string) =>
    text
      .replaceAll(/\[([^|\]]*)\|([^\]]*)\]/g, (_, one: string, two: string) => (isTwo ? two : one))
      .replaceAll('{place}', who.place)
      .replaceAll('{hobby}', first.name)
      .replaceAll('{does}', first.doing)
      .replaceAll('{also}', second.name)
      // A placeholder at the start of a sentence needs a capital letter.
      .replaceAll(
        /(^|[.!?] )(\p{Ll})/gu,
        (_, before: string, letter: string) => before + letter.toUpperCase(),
      )

  const ofAge =
    who.age < 28 ? demoWords().openingsUnder28 : who.age > 45 ? demoWords().openingsOver45 : []
  const sentences = [
    random.pick(ofAge.length > 0 && random.chance(0.35) ? ofAge : demoWords().openings),
    random.chance(0.55) ? random.pick(demoWords().work) : '',
    random.pick(demoWords().days),
    random.chance(0.3) ? random.pick(demoWords().reasonsToBeHere[who.brand] ?? ['']) : '',
    random.pick(isTwo ? demoWords().seeking.two : demoWords().seeking.one),
    random.pick(demoWords().endings),
  ].filter((sentence) => sentence !== '')
  const break1 = sentences.length > 4 ? 3 : sentences.length
  const paragraphs = [sentences.slice(0, break1), sentences.slice(break1)].filter(
    (part) => part.length > 0,
  )
  return {
    headline: fill(drawHeadline(random, isTwo)).slice(0, 100),
    about: paragraphs.map((part) => part.map(fill).join(' ')).join('\n\n'),
    interests: [first, second],
  }
}

/** Mostly combined from parts, so that a page of 24 people rarely repeats one. */
function drawHeadline(random: Random, isTwo: boolean): string {
  if (isTwo && random.chance(0.3)) return random.pick(demoWords().headlinesForTwo)
  const [trait, another] = random.some(demoWords().traits, 2) as [string, string]
  const [thing, more] = random.some(demoWords().things, 2) as [string, string]
  return random.weighted([
    [random.pick(demoWords().headlines), 4],
    [`${trait}, ${another}, ${random.pick(demoWords().quirks)}`, 5],
    [`${thing}, {hobby} and ${more}`, 3],
    [`${random.pick(demoWords().traits)} and fond of {hobby}`, 2],
    [`Wanted: ${random.pick(demoWords().partners)}`, 2],
    [`${trait} in {place}, ${random.pick(demoWords().quirks)}`, 2],
    [`${thing} first, ${more} after`, 2],
    [`Will trade ${thing} for ${more}`, 2],
  ])
}

/** Makes and reserves a username unlike all others. 3 to 20 characters, as on register. */
export function inventUsername(random: Random, gender: Gender, taken: TakenNames): string {
  const name = random.pick(demoWords().firstNames[gender])
  const first = random.pick(demoWords().usernameFirst)
  const second = random.pick(demoWords().usernameSecond)
  const base = random.weighted([
    [`${first}${second}`, 5],
    [`${name}${second}`, 2],
    [`${name}-${second.toLowerCase()}`, 1],
    [`${first}_${name}`, 2],
    [`${name}${random.int(19, 85)}`, 2],
    [`${first.toLowerCase()}-${second.toLowerCase()}`, 1],
  ])
  for (let number = 0; ; number += 1) {
    const digits = number === 0 ? '' : String(random.int(19, number < 8 ? 85 : 99_999))
    const username = base.slice(0, 20 - digits.length) + digits
    if (taken.take(username)) return username
  }
}
