import { api, CallError } from '../../api/client.ts'
import { enhanceForm, textIn } from '../../ui/enhance-form.client.ts'
import { showToast } from '../../ui/toasts.store.ts'
import { setCredits } from '../billing/credits.store.ts'
import type { chatMessages, sendMessage } from './messages.contract.ts'
import { draftFor, keepDraft } from './unsent.ts'

type Person = { id: number; username: string }
/** `tried`: the text that went out with the key, whose answer may have been lost. */
type Written = { to: Person; key: string; tried: string | null }

const written = new WeakMap<HTMLFormElement, Written>()

/** Addresses a dialog's form to somebody, and says what writing to them costs. `close` ends the dialog. */
export function addressForm(form: HTMLFormElement, to: Person, close: () => void): void {
  if (!written.has(form)) connect(form, close)
  written.set(form, { to, key: crypto.randomUUID(), tried: null })
  form.querySelector('input')?.setAttribute('value', String(to.id))
  form.querySelector('[data-chat]')?.setAttribute('href', chatOf(to))
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
    const { to, key } = keyFor(form, body)
    try {
      const { currentCredits } = await api.send<typeof sendMessage>('POST /message/chatMessages', { body: { id: to.id, body } }, { idempotencyKey: key })
      if (currentCredits !== null) setCredits(currentCredits)
    } catch (error) {
      if (error instanceof CallError && error.status === 402) showUpgrade(form)
      throw error
    }
    keepDraft(to.id, '')
    form.reset()
    close()
    showToast(`Sent to ${to.username}.`, { label: 'Open the chat', href: chatOf(to) })
    return { said: '' }
  })
}

/** The same key for the same text, so that it arrives once; another text is another message. */
function keyFor(form: HTMLFormElement, body: string): Written {
  const { to, key, tried } = written.get(form) as Written
  const now = { to, key: tried === null || tried === body ? key : crypto.randomUUID(), tried: body }
  written.set(form, now)
  return now
}

async function sayCost(form: HTMLFormElement, { id }: Person): Promise<void> {
  const place = form.querySelector('.field-hint')
  const upgrade = form.querySelector<HTMLElement>('[data-upgrade]')
  if (!place || !upgrade) return
  upgrade.hidden = true
  place.textContent = 'One moment …'
  const words = await api.send<typeof chatMessages>('GET /message/chatMessages', { query: { id } }).then(
    ({ writing: { price, code }, newLeft, messages }) => {
      if (code !== null) showUpgrade(form)
      if (code === 'needsPremium') return 'Writing to members takes an upgrade.'
      if (newLeft === 0) return 'You have begun 20 conversations today; you can begin the next one tomorrow.'
      const cost = price > 0 ? `A message costs ${price} ${price === 1 ? 'credit' : 'credits'}.` : ''
      return [messages.length > 0 ? 'You have written with each other before.' : 'A question about their profile is a good beginning.', cost].join(' ')
    },
    (error: unknown) => {
      if (!(error instanceof CallError)) throw error
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
