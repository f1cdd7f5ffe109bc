import { type AnswerText, answerIn } from '../../../mail/answer-text.ts'
import { type MailHead, readHead, readWords } from '../../../mail/mail-parts.ts'

/** What runs in a process of its own, of a mail that anybody may have sent. */
export type ReplyAsked = { head: Uint8Array } | { words: Uint8Array }
export type ReplyWords = AnswerText & { isCut: boolean; files: number }
export type ReplyPart = MailHead | ReplyWords | null

/**
 * Each mail of ours about a ticket has its number in a line like this, and comes from such an
 * address.
 */
const OURS = { marker: /\(number \d+\)/, sender: 'no-reply@' }
/** Of what is folded. */
const MAX_FOLDED = 20_000

export async function readReplyPart(asked: ReplyAsked): Promise<ReplyPart> {
  if ('head' in asked) return readHead(asked.head)
  const { text, isCut, files } = await readWords(asked.words)
  const { words, folded, isEnded } = answerIn(text, OURS)
  const rest = plain(folded)
  const isLonger = rest.length > MAX_FOLDED || isCut
  return {
    words: plain(words),
    folded: isLonger
      ? `${rest.slice(0, MAX_FOLDED)}\n\n[The mail goes on, which was not kept.]`
      : rest,
    isEnded,
    isCut,
    files,
  }
}

function plain(text: string): string {
  return text
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed()
    .normalize('NFC')
    .trim()
}
