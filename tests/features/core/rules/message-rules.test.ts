import { describe, expect, test } from 'vitest'
import { groupedText, isFoundIn, MOST_FOUND } from '#core/rules/letter-groups.ts'
import {
  messageRuleIds,
  messageRules,
  ruleExpressions,
  rulesFor,
} from '#core/rules/message-rules.ts'
import { signExpressions } from '#core/rules/message-signs.ts'
import { wordsOf } from '#core/rules/message-words.ts'
import { flagged, ordinary } from './message-corpus.ts'
import { nearMisses } from './near-misses.ts'

const all = messageRuleIds.flatMap((rule) => flagged[rule].map((body) => ({ rule, body })))
const isFound = ({ rule, body }: { rule: (typeof messageRuleIds)[number]; body: string }) =>
  rulesFor(body).includes(rule)

/** As those write who want to pass a filter. */
const disguises: Record<string, (body: string) => string> = {
  capitals: (body) => body.toUpperCase(),
  'full width': (body) =>
    body.replaceAll(/[a-z]/gi, (letter) =>
      String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0),
    ),
  'zero width': (body) => body.replaceAll(/(?<=[a-z])(?=[a-z])/gi, '\u200b'),
  Cyrillic: (body) =>
    body
      .replaceAll('a', 'а')
      .replaceAll('e', 'е')
      .replaceAll('o', 'о')
      .replaceAll('p', 'р')
      .replaceAll('c', 'с'),
  'more spaces': (body) => body.replaceAll(' ', '  \t'),
}

/** assurance F4: recall of at least 80 %, false alarms of at most 1 %. */
describe('the rules for messages, over the corpus', () => {
  test.each(messageRuleIds)('find four fifths of what is written for %s', (rule) => {
    const missed = flagged[rule].filter((body) => !isFound({ rule, body }))
    expect(missed.length / flagged[rule].length, missed.join('\n')).toBeLessThanOrEqual(0.2)
  })

  test('find nine tenths of all', () => {
    const missed = all.filter((one) => !isFound(one))
    expect(
      missed.length / all.length,
      missed.map(({ body }) => body).join('\n'),
    ).toBeLessThanOrEqual(0.1)
  })

  test('give a false alarm for one ordinary message in a hundred at most', () => {
    const alarms = ordinary.filter((body) => rulesFor(body).length > 0)
    expect(
      alarms.length / ordinary.length,
      alarms.map((body) => `${rulesFor(body).join()}: ${body}`).join('\n'),
    ).toBeLessThanOrEqual(0.01)
  })

  test.each(Object.entries(disguises))('find four fifths in %s', (_, disguise) => {
    const missed = all
      .map(({ rule, body }) => ({ rule, body: disguise(body) }))
      .filter((one) => !isFound(one))
    expect(
      missed.length / all.length,
      missed.map(({ body }) => body).join('\n'),
    ).toBeLessThanOrEqual(0.2)
  })

  test.each([
    ['w.h.a.t.s.a.p.p me', 'elsewhere'],
    ['text me on w h a t s a p p', 'elsewhere'],
    ['text me on wh4tsapp', 'elsewhere'],
    ['kate(at)gmail(dot)com', 'elsewhere'],
    ['two one three 373 4253', 'number'],
    ['2 1 3 3 7 3 4 2 5 3', 'number'],
    ['(213) 373-4253', 'number'],
  ] as const)('%s is found: %s', (body, rule) => {
    expect(rulesFor(body)).toContain(rule)
  })

  test.each(['ok.so come here', 'I am 28, 5ft 10, since 2024', ''])('“%s” is no alarm', (body) => {
    expect(rulesFor(body)).toEqual([])
  })

  describe('read a message in a time that grows with its length, since', () => {
    const expressions = [...ruleExpressions, ...signExpressions]

    test('no repetition in them is without an end', () => {
      const endless = expressions
        .map(({ expression }) => expression.source.replaceAll(/\[[^\]]*\]/g, '_'))
        .filter((source) => /(?<!\\)[*+]|\{\d+,\}/.test(source))
      expect(endless).toEqual([])
    })

    test('what they find lies in two blocks that follow each other', () => {
      for (const { expression, most } of expressions)
        expect(most, expression.source).toBeLessThan(MOST_FOUND)
    })

    test('messages made of near misses come to an end', () => {
      const tenfold = nearMisses(100_000)
      for (const [name, body] of Object.entries(nearMisses()))
        expect(rulesFor(tenfold[name] ?? ''), name).toEqual(rulesFor(body))
    })
  })

  /**
   * Of the words of each expression, in any order, here and there in a long text: many are found,
   * many nearly.
   */
  test('are asked about all of a long message, though they are run where their letters are', () => {
    let seed = 1
    const below = (most: number) => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31
      return Math.floor((seed / 2 ** 31) * most)
    }
    const filler = ordinary.map((body) => wordsOf(body).text).join(' ')
    const counts = { found: 0, not: 0 }
    for (const one of [...ruleExpressions, ...signExpressions]) {
      const words =
        one.expression.source
          .replaceAll(/\\d\S*/g, ' 20 ')
          .replaceAll(/\\./g, ' ')
          .match(/[a-z0-9@$'?]+/g) ?? []
      for (let round = 0; round < 60; round += 1) {
        const start = below(filler.length / 2)
        const before = filler.slice(start, start + below(9000))
        const text = `${before} ${Array.from({ length: 12 }, () => words[below(words.length)]).join(' ')} ${filler.slice(0, below(3000))}`
        const isFound = one.expression.test(text)
        expect(isFoundIn(groupedText(text), one), `${one.expression.source}\n${text}`).toBe(isFound)
        counts[isFound ? 'found' : 'not'] += 1
      }
    }
    expect(Math.min(counts.found, counts.not)).toBeGreaterThan(500)
  })

  test('have a question and a warning in words each', () => {
    for (const id of messageRuleIds) {
      expect(messageRules[id].question).toMatch(/Do you want to send it as it is\?$/)
      expect(messageRules[id].warning).toMatch(/^This message may /)
    }
  })
})
