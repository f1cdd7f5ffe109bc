import { api } from '../../../api/client.ts'
import '../../../ui/hash-dialogs.client.ts'
import { enhanceForm } from '../../../ui/enhance-form.client.ts'
import { textIn } from '../../../ui/form-answer.ts'
import type { saveTicket } from './tickets.contract.ts'

for (const form of document.querySelectorAll<HTMLFormElement>('form[action="/help/save"]')) {
  const message = form.querySelector<HTMLTextAreaElement>('textarea[data-most]')
  // Custom validity instead of `maxlength`, because `maxlength` silently truncates pasted text.
  message?.addEventListener('input', () => message.setCustomValidity(tooLong(message)))
  enhanceForm(form, async (fields) => {
    const { next } = await api.send<typeof saveTicket>('POST /help/save', {
      body: {
        subject: textIn(fields, 'subject'),
        message: textIn(fields, 'message'),
        email: textIn(fields, 'email'),
        questionId: textIn(fields, 'questionId'),
      },
    })
    form.reset()
    return { next, replaces: true }
  })
}

/** Returns the error for a text that is too long, otherwise ''. */
function tooLong({ value, dataset }: HTMLTextAreaElement): string {
  const most = Number(dataset['most'])
  const length = value.length <= most ? 0 : [...value.trim()].length
  if (length <= most) return ''
  return `Please use at most ${most.toLocaleString('en')} characters. There are ${length.toLocaleString('en')} now.`
}
