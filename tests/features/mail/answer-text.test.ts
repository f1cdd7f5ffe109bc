import { describe, expect, test } from 'vitest'
import { answerIn } from '#mail/answer-text.ts'

/** What is kept of a mail that answers one of ours, as mail programs write it. */

const OURS = { marker: /\(number \d+\)/, sender: 'no-reply@' }
const read = (text: string) => answerIn(text, OURS)
const cut = (text: string) => read(text).words
const quoted = '> Hello,\n>\n> You wrote to us (number 7).'

describe('of an answer, the writer’s words are kept', () => {
  test.each([
    ['alone', 'Thank you.\n\nIt works.', 'Thank you.\n\nIt works.'],
    [
      'above a quote',
      `Thank you.\n\nOn Mon, 23 Nov 2026 at 10:00, The Company <no-reply@x.example> wrote:\n\n${quoted}`,
      'Thank you.',
    ],
    [
      'above a quote whose line is broken',
      `Thank you.\n\nOn Mon, 23 Nov 2026 at 10:00, The Company\n<no-reply@x.example> wrote:\n${quoted}`,
      'Thank you.',
    ],
    [
      'in German',
      `Danke.\r\n\r\nAm 23.11.2026 um 10:00 schrieb The Company:\r\n${quoted}`,
      'Danke.',
    ],
    [
      'in French',
      `Merci.\n\nLe lun. 23 nov. 2026 à 10:00, The Company <no-reply@x.example> a écrit :\n\n${quoted}`,
      'Merci.',
    ],
    ['below a quote', `On 23 Nov 2026, The Company wrote:\n${quoted}\n\nThank you.`, 'Thank you.'],
    [
      'between quotes',
      `> You wrote to us.\nI did.\n> If something is open\nIt is not.`,
      'I did.\nIt is not.',
    ],
    [
      'above Outlook’s line',
      `Thank you.\n\n________________________________\nFrom: The Company\nSent: Monday`,
      'Thank you.',
    ],
    [
      'above Outlook’s header',
      `Thank you.\n\nFrom: The Company <no-reply@x.example>\nSent: Monday\nTo: me@x.example\n\nHello,`,
      'Thank you.',
    ],
    [
      'above a German header',
      `Danke.\n\nVon: The Company <no-reply@x.example>\nGesendet: Montag\n\nHello,`,
      'Danke.',
    ],
    ['above an original message', 'Thank you.\n-----Original Message-----\nHello,', 'Thank you.'],
    [
      'above our mail without a quote',
      'Thank you.\n\nYou wrote to us on 1 May (number 7). This is our answer:\n\nUnder Settings.',
      'Thank you.',
    ],
    ['above a signature', 'Thank you.\n-- \nAlice Example\n+49 123', 'Thank you.'],
    ['without what a phone adds', 'Thank you.\n\nSent from my iPhone', 'Thank you.'],
    [
      'with an address in them',
      'My address:\nalice@x.example\n\nEmail: alice@x.example is new',
      'My address:\nalice@x.example\n\nEmail: alice@x.example is new',
    ],
    ['with dashes in them', 'One - two -- three\n--\nAlice', 'One - two -- three'],
    ['with a list', 'Two things:\n- one\n- two', 'Two things:\n- one\n- two'],
  ])('%s', (_, mail, words) => {
    expect(cut(mail)).toBe(words)
  })

  test.each([
    ['quote', quoted],
    ['signature', '-- \nAlice'],
    ['nothing', ' \n\n'],
  ])('and of a mail that is only a %s nothing', (_, mail) => {
    expect(cut(mail)).toBe('')
  })
})

describe('nothing that somebody wrote is lost:', () => {
  test.each([
    [
      'lines that look like a header',
      'Where is it?\n\nEmail: alice@example.org\nName: Alice\nOrder: AC-607\n\nI have waited for a week.',
    ],
    [
      'a line that ends in an address and a colon',
      'Please change it to alice@example.org:\nthe old one is gone.',
    ],
    ['only such a line', 'alice@example.org:'],
    ['only such a header', 'Email: alice@example.org\nName: Alice'],
    ['a time and a colon', 'It was on 20 May 2026 at 10:00:\nthe card was charged twice.'],
    [
      'somebody else’s mail that is told of',
      'On Monday, Mallory <mallory@evil.example> wrote:\nSend me money.',
    ],
  ])('%s', (_, mail) => {
    expect(read(mail)).toEqual({ words: mail, folded: '', isEnded: false })
  })

  test.each([
    [
      'below a mail of ours without a quote',
      'Thank you.\n\nYou wrote to us on 1 May (number 7).\n\nUnder Settings.\n\nI wrote my answer down here.',
    ],
    ['below a signature', 'Thank you.\n-- \nAlice\n\nPS: One more thing.'],
    ['below an attribution at the end', 'Thank you.\n\nOn Monday, somebody <x@x.example> wrote:'],
    [
      'that begins as what a phone adds',
      'Thank you.\n\nSent from the shop on Monday, and not arrived',
    ],
    ['between quotes', `> One\nMine.\n> Two`],
  ])('what stands %s is folded', (_, mail) => {
    const { words, folded } = read(mail)
    for (const line of mail.split('\n').filter(Boolean))
      expect([...words.split('\n'), ...folded.split('\n')]).toContain(line.trimEnd())
  })

  test('where our mail begins for certain is said, and where a signature does it is not', () => {
    expect(
      [
        'Yes.\n(number 7)',
        'Yes.\nFrom: X <no-reply@x.example>\nSent: Monday',
        'Yes.\n-- \nAlice',
        'Yes.',
      ].map((mail) => read(mail).isEnded),
    ).toEqual([true, true, false, false])
  })
})

test('each line of a hostile mail is looked at a few times, not once for each other', () => {
  let looks = 0
  const marker = /\(number \d+\)/
  const counting = Object.assign(Object.create(marker) as RegExp, {
    test: (line: string) => (looks += 1) > 0 && marker.test(line),
  })
  for (const line of ['a:a@a:', 'From: a@a', '20:20:', '---', '>', '']) {
    looks = 0
    answerIn(`${line}\n`.repeat(20_000), { marker: counting, sender: 'no-reply@' })
    expect(looks).toBeLessThan(20_000 * 20)
  }
  expect(
    cut(`${'>'.repeat(200_000)}\n${'-'.repeat(200_000)}x\n${'A'.repeat(200_000)}: @`),
  ).not.toBe('')
})
