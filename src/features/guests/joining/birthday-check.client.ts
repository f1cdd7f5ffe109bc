import { birthdayInWords, birthdayProblem, isUnlikely } from '#core/people/edit/birthday.ts'
import { ageOn } from '#lib/clock.ts'
import { textIn } from '#ui/form-answer.ts'

/** Refuses in the first step what the server would refuse after the last. */
export function checkBirthday(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>('input[name=birthday]')
  const check = () =>
    input?.setCustomValidity(
      input.value === '' ? '' : (birthdayProblem(input.value, new Date()) ?? ''),
    )
  input?.addEventListener('input', check)
  check()
}

/**
 * Asks once per value about a likely typing error; returns the field to focus, or null if the form
 * may be sent.
 */
export async function confirmUnlikelyBirthday(
  form: HTMLFormElement,
  fields: FormData,
): Promise<'birthday' | null> {
  const dialog = form.parentElement?.querySelector<HTMLDialogElement>(
    ':scope > dialog[data-birthday-check]',
  )
  const question = dialog?.querySelector('[data-question]')
  const birthday = textIn(fields, 'birthday')
  const now = new Date()
  if (!dialog || !question || !isUnlikely(birthday, now, dialog.dataset['suggested'] ?? ''))
    return null
  if (dialog.dataset['right'] === birthday) return null
  question.textContent = `You were born on ${birthdayInWords(birthday)} and are ${ageOn(birthday, now)}. Is that right?`
  dialog.returnValue = ''
  for (const button of dialog.querySelectorAll<HTMLElement>('[data-answer]')) {
    button.onclick = () => dialog.close(button.dataset['answer'])
  }
  dialog.showModal()
  await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }))
  if (dialog.returnValue !== 'right') return 'birthday'
  dialog.dataset['right'] = birthday
  return null
}
