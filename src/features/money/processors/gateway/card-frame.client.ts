export type FrameSettings = { gateway: string; parent: string; timeout: number }

/**
 * Its source text is inlined into the sandboxed page, so it must not use outer variables or
 * imports.
 */
export function runCardFrame({ gateway, parent, timeout }: FrameSettings): void {
  const root = document.querySelector('main')
  if (!root) return
  const post = (message: Record<string, unknown>) => window.parent.postMessage(message, parent)
  // An empty form has height 0; reporting it would cause a layout shift.
  const postHeight = () =>
    root.childElementCount > 0 &&
    post({ type: 'height', height: document.documentElement.getBoundingClientRect().height })
  new ResizeObserver(postHeight).observe(document.documentElement)

  type Said = Partial<Record<'html' | 'error' | 'result' | 'field' | 'message', unknown>>
  const alert = Object.assign(document.createElement('small'), { role: 'alert' })
  const inputNamed = (name: unknown) =>
    [...root.querySelectorAll('input')].find((one) => one.name === name && one.type !== 'hidden')
  const show = ({ html, error, result, field, message }: Said) => {
    alert.remove()
    if (typeof html === 'string') {
      root.innerHTML = html
      // The page scrolls to the form only if the brand's data says so; focus must not scroll.
      root.querySelector<HTMLElement>('input:not([type=hidden])')?.focus({ preventScroll: true })
      post({ type: 'loaded' })
    } else if (typeof error === 'string') post({ type: 'error', error })
    else if (result === 'approved') {
      root.textContent = ''
      post({ type: 'approved' })
    } else if (result === 'declined' || result === 'invalid') {
      const said =
        typeof message === 'string' ? message : 'The card was declined. Nothing was charged.'
      const input = result === 'invalid' ? inputNamed(field) : undefined
      if (!input) return post({ type: 'declined', message: said })
      alert.textContent = said
      // Inside its label, it is part of the field's name as well.
      input.after(alert)
      input.focus()
      post({ type: 'loaded' })
    } else post({ type: 'failed' })
  }

  const load = (address: string) => {
    const script = document.createElement('script')
    const end = () => {
      clearTimeout(timer)
      script.remove()
      // A late JSONP response must find a callback, which then does nothing.
      Reflect.set(window, 'cardFormData', () => undefined)
    }
    const fail = () => {
      end()
      post({ type: 'failed' })
    }
    const timer = setTimeout(fail, timeout)
    Reflect.set(window, 'cardFormData', (said: Said) => {
      end()
      show(said)
    })
    script.onerror = fail
    script.src = `${address}&callback=cardFormData`
    document.head.append(script)
  }

  const pay = async (form: HTMLFormElement, submitter: HTMLElement | null) => {
    const button = submitter instanceof HTMLButtonElement ? submitter : null
    if (button) button.disabled = true
    try {
      const body = new URLSearchParams()
      for (const [name, value] of new FormData(form))
        if (typeof value === 'string') body.append(name, value)
      // The timeout is longer than the form's, because the bank may need more time.
      const answer = await fetch(form.action, {
        method: 'POST',
        body,
        signal: AbortSignal.timeout(6 * timeout),
      })
      show((await answer.json()) as Said)
    } catch {
      post({
        type: 'error',
        error:
          'The card gateway did not answer. Please wait a minute before you try again: you may have paid.',
      })
    } finally {
      if (button) button.disabled = false
    }
  }

  addEventListener('submit', (event) => {
    event.preventDefault()
    if (event.target instanceof HTMLFormElement) void pay(event.target, event.submitter)
  })
  addEventListener('message', (event) => {
    const { type, address } = (event.data ?? {}) as { type?: unknown; address?: unknown }
    if (event.source !== window.parent || event.origin !== parent || type !== 'load') return
    if (typeof address === 'string' && address.startsWith(`${gateway}/getFormData?`)) load(address)
  })
  post({ type: 'ready' })
}
