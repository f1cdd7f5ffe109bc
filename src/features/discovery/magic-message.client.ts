import { api, CallError } from '../../api/client.ts'
import { enhanceForm, textIn } from '../../ui/enhance-form.client.ts'
import '../../ui/hash-dialogs.client.ts'
import { setCredits } from '../billing/credits.store.ts'
import type { sendMagicMessage } from './magic-message.contract.ts'

/** Sends an opener to several members without leaving the page. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-magic]')) {
  const body = form.querySelector<HTMLTextAreaElement>('textarea')
  body?.addEventListener('input', () => {
    const over = [...body.value.normalize('NFC').trim()].length - Number(body.dataset['most'])
    body.setCustomValidity(over > 0 ? `Please shorten it by ${over} ${over === 1 ? 'character' : 'characters'}.` : '')
  })
  enhanceForm(form, async (fields) => {
    try {
      const { sent, currentCredits } = await api.send<typeof sendMagicMessage>(
        'POST /message/sendMagicMessage',
        { body: { body: textIn(fields, 'body') } },
        { idempotencyKey: textIn(fields, 'key') },
      )
      if (currentCredits !== null) setCredits(currentCredits)
      form.reset()
      const key = form.querySelector<HTMLInputElement>('input[name=key]')
      if (key) key.value = crypto.randomUUID()
      return { said: `Sent to ${sent === 1 ? 'one member' : `${sent} members`}.` }
    } catch (error) {
      // Specification §8: a 403 is not reported as an error. Writing is no longer included; the text stays.
      if (!(error instanceof CallError) || error.status !== 403) throw error
      const offer = document.querySelector<HTMLElement>('[data-magic-offer]')
      if (offer) offer.hidden = false
      return { said: '' }
    }
  })
}
