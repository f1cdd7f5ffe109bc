import { api, assertRefused, CallError } from '../../../api/client.ts'
import { enhanceForm, textIn } from '../../../ui/enhance-form.client.ts'
import { showToast } from '../../../ui/toasts.store.ts'
import { setCredits } from '../../money/credits/credits.store.ts'
import { upgradePath } from '../../money/prices/upgrade-source.ts'
import type { NamedPart } from '../likes/parts.sql.ts'
import { sendWhenSure } from './are-you-sure.client.ts'
import type { chatMessages, sendMessage } from './messages.contract.ts'
import { draftFor, draftKey, forgetDraft, keepDraft } from './unsent.ts'

type Person = { id: number; username: string }
type Written = { to: Person; about: NamedPart }

const written = new WeakMap<HTMLFormElement, Written>()

/**
 * Addresses a dialog's form to somebody, and says what writing to them costs. `about` is what of their profile it is
 * about; `close` ends the dialog.
 */
export function addressForm(
  form: HTMLFormElement,
  to: Person,
  close: () => void,
  about: NamedPart = {},
): void {
  if (!written.has(form)) connect(form, close)
  written.set(form, { to, about })
  form.querySelector('input')?.setAttribute('value', String(to.id))
  form.querySelector('[data-chat]')?.setAttribute('href', chatOf(to))
  form.querySelector('[data-upgrade]')?.setAttribute('href', upgradePath('message', to.id))
  const field = form.querySelector('textarea')
  if (field) field.value = draftFor(to.id)
  void sayCost(form, to)
}

const chatOf = ({ id }: Person) => `/messages?with=${id}`

function connect(form: HTMLFormElement, close: () => void): void {
  const field = form.querySelector('textarea')
  // What is not sent waits as a draft, also in the chat.
  field?.addEventListener('input', () => keepDraft(written.get(form)?.to.id ?? 0, field.value))
  enhanceForm(form, async (fields) => {
    const body = textIn(fields, 'body')
    const { to, about } = written.get(form) as Written
    const key = draftKey(to.id)
    const send = (isSure?: 'yes') =>
      api.send<typeof sendMessage>('POST /message/chatMessages', {
        body: { id: to.id, body, ...about, isSure, key },
      })
    try {
      const answer = await sendWhenSure(send)
      if (answer === null) return { said: '' }
      if (answer.currentCredits !== null) setCredits(answer.currentCredits)
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 402) throw error
      showUpgrade(form)
      if (error.code !== 'noCredits') throw error
      const { showInsufficientCredits } =
        await import('../../money/credits/insufficient-credits.client.ts')
      showInsufficientCredits({
        what: 'A message',
        price: Number(form.dataset['price']),
        source: 'message',
        other: to.id,
        isWritten: true,
      })
      return { said: '' }
    }
    forgetDraft(to.id)
    form.reset()
    close()
    showToast(`Sent to ${to.username}.`, { label: 'Open the chat', href: chatOf(to) })
    return { said: '' }
  })
}

async function sayCost(form: HTMLFormElement, { id }: Person): Promise<void> {
  const place = form.querySelector('.field-hint')
  const upgrade = form.querySelector<HTMLElement>('[data-upgrade]')
  if (!place || !upgrade) return
  upgrade.hidden = true
  place.textContent = 'One moment …'
  const words = await api
    .send<typeof chatMessages>('GET /message/chatMessages', { query: { id } })
    .then(
      ({ writing: { price, code }, newLeft, messages }) => {
        form.dataset['price'] = String(price)
        if (code === 'verifiedOnly')
          return 'They take first messages only from members whose photo our staff have checked. You can have yours checked under Photos.'
        if (code !== null) showUpgrade(form)
        if (code === 'needsPremium') return 'Writing to members takes an upgrade.'
        if (newLeft === 0)
          return 'You have begun 20 conversations today; you can begin the next one tomorrow.'
        const cost =
          price > 0 ? `A message costs ${price} ${price === 1 ? 'credit' : 'credits'}.` : ''
        return [
          messages.length > 0
            ? 'You have written with each other before.'
            : 'A question about their profile is a good beginning.',
          cost,
        ].join(' ')
      },
      (error: unknown) => {
        assertRefused(error)
        return error.message
      },
    )
  // Another person may have been chosen in the meantime.
  if (written.get(form)?.to.id === id) place.textContent = words
}

function showUpgrade(form: HTMLFormElement): void {
  const upgrade = form.querySelector<HTMLElement>('[data-upgrade]')
  if (upgrade) upgrade.hidden = false
}
