import { describe, expect, test } from 'vitest'
import { answerIn } from '../../../src/mail/answer-text.ts'

/** What is kept of a mail that answers one of ours, as mail programs write it. */

const MARKER = /\(number \d+\)/
const cut = (text: string) => answerIn(text, MARKER)
const quoted = '> Hello,\n>\n> You wrote to us (number 7).'

describe('of an answer, the writer’s words are kept', () => {
  test.each([
    ['alone', 'Thank you.\n\nIt works.', 'Thank you.\n\nIt works.'],
    ['above a quote', `Thank you.\n\nOn Mon, 23 Nov 2026 at 10:00, The Company <no-reply@x.example> wrote:\n\n${quoted}`, 'Thank you.'],
    ['above a quote whose line is broken', `Thank you.\n\nOn Mon, 23 Nov 2026 at 10:00, The Company\n<no-reply@x.example> wrote:\n${quoted}`, 'Thank you.'],
    ['in German', `Danke.\r\n\r\nAm 23.11.2026 um 10:00 schrieb The Company:\r\n${quoted}`, 'Danke.'],
    ['in French', `Merci.\n\nLe lun. 23 nov. 2026 à 10:00, The Company <no-reply@x.example> a écrit :\n\n${quoted}`, 'Merci.'],
    ['below a quote', `On 23 Nov 2026, The Company wrote:\n${quoted}\n\nThank you.`, 'Thank you.'],
    ['between quotes', `> You wrote to us.\nI did.\n> If something is open\nIt is not.`, 'I did.\nIt is not.'],
    ['above Outlook’s line', `Thank you.\n\n________________________________\nFrom: The Company\nSent: Monday`, 'Thank you.'],
    ['above Outlook’s header', `Thank you.\n\nFrom: The Company <no-reply@x.example>\nSent: Monday\nTo: me@x.example\n\nHello,`, 'Thank you.'],
    ['above a German header', `Danke.\n\nVon: The Company <no-reply@x.example>\nGesendet: Montag\n\nHello,`, 'Danke.'],
    ['above an original message', 'Thank you.\n-----Original Message-----\nHello,', 'Thank you.'],
    ['above our mail without a quote', 'Thank you.\n\nYou wrote to us on 1 May (number 7). This is our answer:\n\nUnder Settings.', 'Thank you.'],
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

test('a mail of hostile lines takes no longer than one of words', () => {
  const lines = Array.from({ length: 100_000 }, () => 'a:a:a:')
  expect(cut(lines.join('\n')).length).toBeGreaterThan(100_000)
  expect(cut(`${'>'.repeat(200_000)}\n${'-'.repeat(200_000)}x\n${'A'.repeat(200_000)}: @`)).not.toBe('')
})
