import { describe, expect, test } from 'vitest'
import { rulesFor } from '../../../src/features/moderation/message-rules.ts'
import { flagged, ordinary } from './message-corpus.ts'
import { everyday, openers } from './scam-corpus.ts'

/** The half that rules are not tuned on. */
const heldOut = <T>(all: readonly T[]) => all.filter((_, index) => index % 2 === 1)
const scams = heldOut([...flagged.money, ...flagged.elsewhere, ...flagged.number, ...openers])
const civil = heldOut([...ordinary, ...everyday])
const isFound = (body: string) => rulesFor(body).some((rule) => rule === 'money' || rule === 'elsewhere' || rule === 'number')

const digitNames = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const messengers = /whatsapp|telegram|snapchat|instagram/gi

const disguises: Record<string, (body: string) => string> = {
  'as it is': (body) => body,
  capitals: (body) => body.toUpperCase(),
  'zero width': (body) => body.replaceAll(/(?<=\p{L})(?=\p{L})/gu, '\u200b'),
  'mathematical letters': (body) => body.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint(0x1d41a + letter.charCodeAt(0) - 97)),
  Cyrillic: (body) => body.replaceAll('a', 'а').replaceAll('e', 'е').replaceAll('o', 'о').replaceAll('p', 'р').replaceAll('c', 'с'),
  'names of messengers spelled': (body) => body.replaceAll(messengers, (name) => [...name].join('.')),
  'digits for letters': (body) => body.replaceAll(messengers, (name) => name.replace(/a/i, '4').replace(/e/i, '3')),
  'long numbers in words': (body) => body.replaceAll(/\d(?:[ -]?\d){7,}/g, (run) => run.replaceAll(/\d/g, (digit) => ` ${digitNames[Number(digit)]} `)),
}

describe('openers of fraud, over the half of the corpus that rules are not tuned on', () => {
  test('there are enough of both', () => {
    expect(scams.length * 2).toBeGreaterThanOrEqual(150)
    expect(civil.length * 2).toBeGreaterThanOrEqual(400)
  })

  test.each(Object.entries(disguises))('four fifths are found: %s', (_, disguise) => {
    const missed = scams.map(disguise).filter((body) => !isFound(body))
    expect(missed.length / scams.length, missed.join('\n')).toBeLessThanOrEqual(0.2)
  })

  test('one ordinary message in a hundred at most is taken for one', () => {
    const alarms = civil.filter((body) => rulesFor(body).length > 0)
    expect(alarms.length / civil.length, alarms.join('\n')).toBeLessThanOrEqual(0.01)
  })
})
