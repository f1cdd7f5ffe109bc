import { EVIDENCE_DAYS } from '#members/reports/evidence.ts'

/** How long one that could not be passed on is shown to its sender, in days. */
export const ENDED_DAYS = 7
/** How long a refused one is kept for an objection, in days. */
export const REFUSED_DAYS = EVIDENCE_DAYS

export type ChatPhotoState = 'waiting' | 'refused' | 'ended'

/** What its sender reads below one that the other does not have; `reason`: of a refused one. */
export function notThereInWords(
  state: ChatPhotoState,
  username: string,
  reason: string | null,
): string {
  if (state === 'waiting')
    return `It waits to be checked. ${username} sees nothing of it before that.`
  if (state === 'refused') return `It was not sent on. ${reason ?? ''}`.trim()
  return 'It was not sent on, since photos go only to people with whom you have a match.'
}

export type ChatPhotoFile = 'large' | 'small'

export function chatPhotoName(key: string, file: ChatPhotoFile): string {
  return file === 'large' ? `${key}-chat.webp` : `${key}-chat-small.webp`
}

export function chatPhotoNames(key: string): string[] {
  return [chatPhotoName(key, 'large'), chatPhotoName(key, 'small')]
}

export function readChatPhotoName(name: string): string | null {
  return /^([a-f0-9]{32})-chat(?:-small)?\.webp$/.exec(name)?.[1] ?? null
}
