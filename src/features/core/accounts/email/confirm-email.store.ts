import { api, assertRefused } from '#api/client.ts'
import type { recordEvent } from '#core/live/tickers.contract.ts'
import type { resendWelcomeEmail } from './email.contract.ts'

/** Throws CallError where the server refuses. */
export async function resendConfirmation(): Promise<void> {
  await api.send<typeof resendWelcomeEmail>('POST /site/resendWelcomeEmail', {})
}

let isTold = false

/** Tells once a page that the member opened the dialog. */
export function tellOfDialog(): void {
  if (isTold) return
  isTold = true
  api
    .send<typeof recordEvent>('POST /event/{name}', {
      params: { name: 'emailConfirmationPopupInteraction' },
    })
    .catch(assertRefused)
}
