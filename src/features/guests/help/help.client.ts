import { api, assertRefused } from '#api/client.ts'
import type { logHelp } from './help.contract.ts'

/** Sends the vote on an answer without leaving the page; the form works without it. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[action="/help/log"]')) {
  const buttons = form.querySelectorAll<HTMLButtonElement>('button')
  form.addEventListener('submit', (event) => {
    if (!(event.submitter instanceof HTMLButtonElement)) return
    event.preventDefault()
    void say(form, event.submitter)
  })

  async function say(from: HTMLFormElement, chosen: HTMLButtonElement): Promise<void> {
    if (chosen.ariaDisabled === 'true') return
    const questionId = from.querySelector<HTMLInputElement>('[name=questionId]')?.value ?? ''
    const notice = from.querySelector('[data-problem]')
    if (notice) notice.textContent = ''
    for (const button of buttons) button.ariaDisabled = 'true'
    chosen.ariaBusy = 'true'
    try {
      const { next } = await api.send<typeof logHelp>('POST /help/log', {
        body: { questionId, wasUseful: chosen.value === 'true' },
      })
      location.assign(next)
    } catch (error) {
      assertRefused(error)
      if (notice) notice.textContent = error.message
      for (const button of buttons) button.ariaDisabled = null
    } finally {
      chosen.ariaBusy = null
    }
  }
}
