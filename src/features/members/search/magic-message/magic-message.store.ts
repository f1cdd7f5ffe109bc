import { api, CallError } from '#api/client.ts'
import { sendWhenSure } from '#members/messages/writing/are-you-sure.store.ts'
import { setCredits } from '#money/credits/credits.store.ts'
import { showInsufficientCredits } from '#money/credits/shortage.store.ts'
import { textIn } from '#ui/form-answer.ts'
import type { sendMagicMessage } from './magic-message.contract.ts'

/**
 * Sends an opener to several members: how many. Null where it is not sent, and a dialog says why or
 * the member edits it; `offer` where writing is no longer included. Throws CallError.
 */
export async function sendToSeveral(
  fields: FormData,
  price: number,
): Promise<number | 'offer' | null> {
  const body = { body: textIn(fields, 'body'), key: textIn(fields, 'key') }
  try {
    const answer = await sendWhenSure((isSure) =>
      api.send<typeof sendMagicMessage>('POST /message/sendMagicMessage', {
        body: { ...body, isSure },
      }),
    )
    if (answer && answer.currentCredits !== null) setCredits(answer.currentCredits)
    return answer && answer.sent
  } catch (error) {
    if (error instanceof CallError && error.code === 'noCredits') {
      showInsufficientCredits({
        what: 'An opener to several people',
        price,
        source: 'magic',
        other: null,
        isWritten: true,
      })
      return null
    }
    // Specification §8: a 403 is not reported as an error. Writing is no longer included; the text
    // stays.
    if (!(error instanceof CallError) || error.status !== 403) throw error
    return 'offer'
  }
}
