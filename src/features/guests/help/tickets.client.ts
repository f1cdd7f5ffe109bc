import { api, assertRefused } from '#api/client.ts'
import '#ui/hash-dialogs.client.ts'
import { enhanceForm } from '#ui/enhance-form.client.ts'
import { fieldsOf } from '#ui/form-fields.ts'
import { hasPictures, wrongPictures } from './ticket-pictures.ts'
import type { saveTicket } from './tickets.contract.ts'

for (const form of document.querySelectorAll<HTMLFormElement>('form[action="/help/save"]')) {
  const message = form.querySelector<HTMLTextAreaElement>('textarea[data-most]')
  // Custom validity instead of `maxlength`, because `maxlength` silently truncates pasted text.
  message?.addEventListener('input', () => message.setCustomValidity(tooLong(message)))
  const pictures = form.querySelector<HTMLInputElement>('input[type=file]')
  pictures?.addEventListener('input', () =>
    pictures.setCustomValidity(wrongPictures([...(pictures.files ?? [])])),
  )
  enhanceForm(form, async (fields) => {
    const { next, number } = await save(fields)
    form.reset()
    const sent = document.querySelector('[data-ticket-number]')
    if (sent) sent.textContent = number === null ? '' : `It is ticket ${number}.`
    return { next, replaces: true }
  })
}

async function save(fields: FormData) {
  try {
    return await api.send<typeof saveTicket>(
      'POST /help/save',
      hasPictures(fields) ? { form: fields } : { body: fieldsOf(fields) as never },
    )
  } catch (error) {
    assertRefused(error)
    // Signed out elsewhere: the address is asked after all.
    if (error.errors.some(({ field }) => field === 'email'))
      document.documentElement.removeAttribute('data-signed-in')
    throw error
  }
}

/** Returns the error for a text that is too long, otherwise ''. */
function tooLong({ value, dataset }: HTMLTextAreaElement): string {
  const most = Number(dataset['most'])
  const length = value.length <= most ? 0 : [...value.trim()].length
  if (length <= most) return ''
  return `Please use at most ${most.toLocaleString('en')} characters. There are ${length.toLocaleString('en')} now.`
}
