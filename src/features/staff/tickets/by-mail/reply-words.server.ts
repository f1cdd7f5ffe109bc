import { wrongPictures } from '#guests/help/ticket-pictures.ts'
import { type AnswerText, answerIn } from '#mail/answer-text.ts'
import { fileBytes, type MailFile, type MailHead, readHead, readWords } from '#mail/mail-parts.ts'
import { sniff } from '#members/photos/upload/sniff.ts'
import { type LeftOut, NOTHING_LEFT_OUT } from './left-out.ts'

/** What runs in a process of its own, of a mail that anybody may have sent. */
export type ReplyAsked = { head: Uint8Array } | { words: Uint8Array }
/** `pictures` are not decoded yet; `leftOut` are files that are not kept in any case. */
export type ReplyWords = AnswerText & { isCut: boolean; pictures: Uint8Array[]; leftOut: LeftOut }
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
    ...pickPictures(files),
  }
}

/** Of what is shown among the words, as it is encoded: 20 kB. The logo of a signature is smaller. */
const MAX_LOGO = 27_000
/** Says what a file is. */
const START = 400

/** As many pictures, and as large ones, as the form of a ticket takes. */
function pickPictures(files: readonly MailFile[]): Pick<ReplyWords, 'pictures' | 'leftOut'> {
  const pictures: Uint8Array[] = []
  const leftOut = { ...NOTHING_LEFT_OUT }
  for (const file of files) {
    if (file.isInline && file.body.length < MAX_LOGO) continue
    const start = fileBytes({ ...file, body: file.body.subarray(0, START) })
    const bytes = start && sniff(start).kind !== 'other' ? fileBytes(file) : null
    if (bytes === null) leftOut.others += 1
    else if (wrongPictures([{ size: bytes.length }]) !== '') leftOut.large += 1
    else if (wrongPictures([...pictures, bytes].map(sizeOf)) !== '') leftOut.many += 1
    else pictures.push(bytes)
  }
  return { pictures, leftOut }
}

const sizeOf = ({ length }: Uint8Array) => ({ size: length })

function plain(text: string): string {
  return text
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed()
    .normalize('NFC')
    .trim()
}
