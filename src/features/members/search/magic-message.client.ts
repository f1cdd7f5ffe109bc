import { api, CallError } from '../../../api/client.ts'
import { enhanceForm } from '../../../ui/enhance-form.client.ts'
import { textIn } from '../../../ui/form-answer.ts'
import '../../../ui/hash-dialogs.client.ts'
import { setCredits } from '../../money/credits/credits.store.ts'
import { showInsufficientCredits } from '../../money/credits/shortage.store.ts'
import { sendWhenSure } from '../messages/are-you-sure.store.ts'
import { draftFor, draftKey, forgetDraft, keepDraft, SEVERAL } from '../messages/drafts.ts'
import type { sendMagicMessage } from './magic-message.contract.ts'

/** Sends an opener to several members without leaving the page. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-magic]')) {
  const body = form.querySelector<HTMLTextAreaElement>('textarea')
  const key = form.querySelector<HTMLInputElement>('input[name=key]')
  const first = key?.value
  const showKey = () => {
    if (key) key.value = draftKey(SEVERAL, first)
  }
  if (body?.value === '') body.value = draftFor(SEVERAL)
  showKey()
  body?.addEventListener('input', () => {
    keepDraft(SEVERAL, body.value, { key: first })
    showKey()
    const over = [...body.value.normalize('NFC').trim()].length - Number(body.dataset['most'])
    body.setCustomValidity(
      over > 0 ? `Please shorten it by ${over} ${over === 1 ? 'character' : 'characters'}.` : '',
    )
  })
  enhanceForm(form, async (fields) => {
    try {
      const answer = await sendWhenSure((isSure) =>
        api.send<typeof sendMagicMessage>('POST /message/sendMagicMessage', {
          body: { body: textIn(fields, 'body'), isSure, key: textIn(fields, 'key') },
        }),
      )
      if (answer === null) return { said: '' }
      const { sent, currentCredits } = answer
      if (currentCredits !== null) setCredits(currentCredits)
      forgetDraft(SEVERAL)
      form.reset()
      showKey()
      return { said: `Sent to ${sent === 1 ? 'one member' : `${sent} members`}.` }
    } catch (error) {
      if (error instanceof CallError && error.code === 'noCredits') {
        showInsufficientCredits({
          what: 'An opener to several people',
          price: Number(form.dataset['price']),
          source: 'magic',
          other: null,
          isWritten: true,
        })
        return { said: '' }
      }
      // Specification §8: a 403 is not reported as an error. Writing is no longer included; the text stays.
      if (!(error instanceof CallError) || error.status !== 403) throw error
      const offer = document.querySelector<HTMLElement>('[data-magic-offer]')
      if (offer) offer.hidden = false
      return { said: '' }
    }
  })
}
