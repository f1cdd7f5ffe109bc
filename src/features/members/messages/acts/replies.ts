import type { Message } from '../messages.contract.ts'

/** Characters of a message that is quoted above the one that answers it. */
export const MOST_QUOTED = 160

/** What a quote shows of a message that is neither hidden nor deleted. */
export function quotedWords(kind: string, body: string): string {
  const characters = [...body]
  const words =
    characters.length > MOST_QUOTED ? `${characters.slice(0, MOST_QUOTED).join('')}…` : body
  if (kind === 'viewOnce') return 'Photo for one view'
  if (kind === 'photo') return 'Photo'
  if (kind !== 'voice') return words
  return words === '' ? 'Voice message' : `Voice message: ${words}`
}

export function quoteOf({
  id,
  isMine,
  kind,
  body,
}: Pick<Message, 'id' | 'isMine' | 'kind' | 'body'>): NonNullable<Message['replyTo']> {
  return { id, isMine, text: quotedWords(kind, body), isMasked: false }
}
