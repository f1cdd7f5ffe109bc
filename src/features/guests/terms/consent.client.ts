import { api, assertRefused } from '#api/client.ts'
import { cookieIn } from '#lib/cookies.ts'
import type { chooseCookies, confirmAdult } from './consent.contract.ts'
import { ADULT_COOKIE, CHOICE_COOKIE, choiceOf, type CookieChoice } from './consent.ts'

const query = new URLSearchParams(location.search)
const from = {
  affiliateId: query.get('affiliateId') || undefined,
  subid: query.get('subid') || undefined,
  campaignId: query.get('campaignId') || campaignOfPage() || undefined,
}
const isSent = Object.values(from).some((word) => word !== undefined)
let sent: Promise<unknown> = Promise.resolve()

/** A campaign's page names itself in its form. */
function campaignOfPage(): string | undefined {
  return document.querySelector<HTMLInputElement>('input[name="campaignId"]')?.defaultValue
}

const gate = document.querySelector<HTMLDialogElement>('dialog[data-gate]')
if (gate && cookieIn(document.cookie, ADULT_COOKIE) === null) askAge(gate)
askAboutCookies(choiceOf(cookieIn(document.cookie, CHOICE_COOKIE)))

function askAge(dialog: HTMLDialogElement): void {
  const form = dialog.querySelector('form')
  dialog.showModal()
  // Browsers close a dialog at the second Escape even if `cancel` is prevented; the `close` handler
  // opens it again.
  dialog.addEventListener('cancel', (event) => event.preventDefault())
  dialog.addEventListener('close', () => {
    if (dialog.returnValue !== 'adult') dialog.showModal()
  })
  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    dialog.close('adult')
    void api.send<typeof confirmAdult>('POST /site/confirmAdult', { body: {} }).catch(assertRefused)
  })
  dialog.querySelector('[data-leave]')?.addEventListener('click', () => {
    const sorry = dialog.querySelector<HTMLElement>('[data-too-young]')
    if (form) form.hidden = true
    if (sorry) sorry.hidden = false
  })
}

function askAboutCookies(chosen: CookieChoice | null): void {
  const notice = document.querySelector<HTMLElement>('[data-cookie-notice]')
  // Global Privacy Control is an answer: no tracking.
  const objects = 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true
  if (notice) notice.hidden = !isSent || chosen !== null || objects
  if (chosen !== null) showChoice(chosen)
  if (chosen === 'all' && isSent) void choose('all')
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-cookie-choice]')) {
    form.addEventListener('submit', (event) => {
      const choice =
        event.submitter instanceof HTMLButtonElement ? choiceOf(event.submitter.value) : null
      if (choice === null) return
      event.preventDefault()
      if (notice) notice.hidden = true
      void choose(choice)
    })
  }
}

/** One after the other: the cookie is of the answer that comes last. */
async function choose(choice: CookieChoice): Promise<void> {
  // The caller of one that failed gets its error; the next is sent all the same.
  const run = () => send(choice)
  sent = sent.then(run, run)
  await sent
}

async function send(choice: CookieChoice): Promise<void> {
  await api.send<typeof chooseCookies>('POST /site/chooseCookies', { body: { choice, ...from } })
  showChoice(choice)
}

function showChoice(choice: CookieChoice): void {
  const state = document.querySelector('[data-cookie-state]')
  if (state)
    state.textContent =
      choice === 'all'
        ? 'You allow all cookies named above.'
        : 'You allow only the cookies that are needed.'
}
