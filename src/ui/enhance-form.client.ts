import type { CallError } from '../api/client.ts'
import { assertRefused } from '../api/client.ts'
import { lengthOf } from '../lib/texts.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * `send` returns the next path, or what the form says in its `[data-said]` if the page stays.
 * `doubt` runs first and returns the field to correct, or null. `[data-step]` parts are shown one
 * at a time.
 */
export function enhanceForm(
  form: HTMLFormElement,
  send: (fields: FormData) => Promise<{ next: string; replaces?: boolean } | { said: string }>,
  doubt: (fields: FormData) => Promise<string | null> = async () => null,
): void {
  const steps = stepsOf(form)
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]')
  let sending = false

  form.noValidate = true
  showPasswordButtons(form)

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (sending) return
    if (steps.next()) return
    void submit()
  })
  // Clears a field's error while it is edited; it is validated again on submit.
  form.addEventListener('input', (event) => {
    if (event.target instanceof Element && 'name' in event.target)
      clearError(form, String(event.target.name))
    say(form, '')
  })
  // Resets the sending state of a page restored from the back/forward cache, or whose next path is
  // itself.
  addEventListener('pageshow', () => setSending(false))
  addEventListener('hashchange', () => setSending(false))

  function setSending(now: boolean): void {
    sending = now
    button?.setAttribute('aria-busy', String(now))
  }

  async function submit(): Promise<void> {
    clearErrors(form)
    say(form, '')
    if (showInvalid(controlsOf(form))) return
    setSending(true)
    const fields = new FormData(form)
    const doubted = await doubt(fields)
    if (doubted !== null) {
      setSending(false)
      goTo(
        controlsOf(form).find(({ name }) => name === doubted),
        steps,
      )
      return
    }
    try {
      const done = await send(fields)
      if ('said' in done) {
        setSending(false)
        say(form, done.said)
        return
      }
      const { next, replaces = false } = done
      if (replaces) location.replace(next)
      else location.assign(next)
    } catch (error) {
      setSending(false)
      assertRefused(error)
      showProblem(form, error, steps)
    }
  }
}

function say(form: HTMLFormElement, words: string): void {
  const place = form.querySelector('[data-said]')
  if (place) place.textContent = words
}

type Steps = {
  /** Shows the next part if this one is valid; false if it is the last. */
  next(): boolean
  show(control: Element): void
}

/** Of the entry of the history; 0 where none was said. */
const stepNow = () => Number((history.state as { step?: number } | null)?.step ?? 0)

function stepsOf(form: HTMLFormElement): Steps {
  const parts = [...form.querySelectorAll<HTMLFieldSetElement>('[data-step]')]
  const show = (index: number) => parts.forEach((part, at) => (part.hidden = at !== index))
  const current = () => parts.findIndex((part) => !part.hidden)

  if (parts.length < 2) return { next: () => false, show: () => undefined }
  const within = (part: HTMLFieldSetElement) =>
    controlsOf(form).filter((control) => part.contains(control))
  const go = (index: number) => {
    show(index)
    within(parts[index] as HTMLFieldSetElement)[0]?.focus()
  }
  // Each step is an entry of the history: Back goes a step back, and after a reload one is where one
  // was, if what was typed is still there.
  const wrong = parts.findIndex((part) => part.querySelector('.field-error:not(:empty)'))
  const isFilled = within(parts[0] as HTMLFieldSetElement).every(({ validity }) => validity.valid)
  show(wrong >= 0 ? wrong : isFilled ? stepNow() : 0)
  addEventListener('popstate', () => {
    if (stepNow() !== current()) go(stepNow())
  })
  form
    .querySelectorAll<HTMLButtonElement>('[data-next], [data-back]')
    .forEach((button) => (button.hidden = false))

  const next = (): boolean => {
    const index = current()
    if (index === parts.length - 1) return false
    const part = parts[index] as HTMLFieldSetElement
    clearErrors(part)
    if (showInvalid(within(part))) return true
    history.pushState({ step: index + 1 }, '')
    go(index + 1)
    return true
  }
  form.querySelector('[data-next]')?.addEventListener('click', next)
  form.querySelector('[data-back]')?.addEventListener('click', () => {
    if (stepNow() > 0) history.back()
    else go(Math.max(0, current() - 1))
  })
  return {
    next,
    show(control) {
      const index = Math.max(
        0,
        parts.findIndex((part) => part.contains(control)),
      )
      if (index === current()) return
      history.replaceState({ step: index }, '')
      show(index)
    },
  }
}

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element): element is Control =>
      'validity' in element &&
      'name' in element &&
      element.name !== '' &&
      !(element instanceof HTMLInputElement && element.type === 'hidden'),
  )
}

function showInvalid(controls: readonly Control[]): boolean {
  const invalid = controls.filter((control) => wrongIn(control) !== '')
  for (const control of invalid) showError(control, wrongIn(control))
  invalid[0]?.focus()
  return invalid.length > 0
}

/**
 * The browser counts UTF-16 units; `data-most` is the limit of characters, as the server counts
 * them.
 */
function wrongIn(control: Control): string {
  const { most } = control.dataset
  if (!control.validity.valid || most === undefined || lengthOf(control.value) <= Number(most))
    return control.validationMessage
  return `Please use at most ${most} characters.`
}

function showProblem(form: HTMLFormElement, problem: CallError, steps: Steps): void {
  const controls = controlsOf(form)
  let first: Control | undefined
  for (const { field, message } of problem.errors) {
    // `lookingFor.0` belongs to `lookingFor`, and a place id to its text field.
    const name = field.split('.')[0]?.replace(/Id$/, '')
    const control = controls.find((one) => one.name === name)
    if (!control) continue
    first ??= control
    showError(control, message)
  }
  const notice = form.querySelector('[data-problem]')
  const signIn =
    problem.code === 'unauthenticated'
      ? ' You can sign in in another tab and then try again here: what you typed stays.'
      : ''
  if (notice) notice.textContent = problem.message + signIn
  if (first) goTo(first, steps)
  else notice?.scrollIntoView({ block: 'nearest' })
}

function goTo(control: Control | undefined, steps: Steps): void {
  if (!control) return
  steps.show(control)
  control.focus()
}

function showError(control: Control, message: string): void {
  const place = control.form?.querySelector(`[data-error-for="${CSS.escape(control.name)}"]`)
  if (place) place.textContent = message
  control.setAttribute('aria-invalid', 'true')
}

function clearError(form: HTMLFormElement, name: string): void {
  const place = form.querySelector(`[data-error-for="${CSS.escape(name)}"]`)
  if (!place?.textContent) return
  place.textContent = ''
  for (const control of controlsOf(form))
    if (control.name === name) control.removeAttribute('aria-invalid')
}

function clearErrors(within: HTMLElement): void {
  within
    .querySelectorAll('.field-error, [data-problem]')
    .forEach((place) => (place.textContent = ''))
  within
    .querySelectorAll('[aria-invalid]')
    .forEach((control) => control.removeAttribute('aria-invalid'))
}

function showPasswordButtons(form: HTMLFormElement): void {
  for (const button of form.querySelectorAll<HTMLButtonElement>('[data-show-password]')) {
    const input = document.getElementById(button.getAttribute('aria-controls') ?? '')
    if (!(input instanceof HTMLInputElement)) continue
    button.hidden = false
    button.setAttribute('aria-label', 'Show password')
    button.addEventListener('click', () => {
      const isShown = input.type === 'password'
      input.type = isShown ? 'text' : 'password'
      button.setAttribute('aria-pressed', String(isShown))
      button.textContent = isShown ? 'Hide' : 'Show'
    })
  }
}
