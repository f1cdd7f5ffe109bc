import { api, assertRefused } from '../../../api/client.ts'
import { acts } from './acts.ts'
import { $chat } from './chat.store.ts'
import type { chatMessages } from './messages.contract.ts'
import { lengthInWords } from './recordings.ts'

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'voice-message': { src: string; seconds: number }
      'voice-recorder': Record<never, never>
      'view-once-sender': Record<never, never>
    }
  }
}

/**
 * The player of a voice message, and the buttons of the recorder and of a photo for one view. What they contain is in a shadow tree, so that the
 * island around them neither knows nor changes it, whenever they are loaded.
 */

const SPEEDS = [1, 1.5, 2]
const icons = {
  play: 'M7.5 4.500v15l12-7.5-12-7.500Z',
  pause: 'M7.500 5v14M16.500 5v14',
  camera:
    'M8 7l1.5-2.5h5L16 7h3.5a1 1 0 0 1 1 1v10.5a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1H8ZM15.5 13a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0Z',
  microphone:
    'M9 6.500a3 3 0 0 1 6 0v5a3 3 0 0 1-6 0v-5ZM5.5 11.500a6.5 6.5 0 0 0 13 0M12 18v3M9 21h6',
}

const sheet = new CSSStyleSheet()
sheet.replaceSync(`
  :host { color: inherit }
  .row { display: flex; gap: var(--space-2); align-items: center; min-height: var(--control) }
  button { all: unset; display: grid; place-items: center; flex: none; box-sizing: border-box; min-width: 2.5rem; height: 2.5rem; border-radius: var(--radius-control); cursor: pointer; color: inherit; font-size: var(--text-s); font-variant-numeric: tabular-nums }
  button:hover { background: color-mix(in oklab, currentColor 14%, transparent) }
  button:focus-visible, input:focus-visible { outline: var(--ring, 3px) solid currentColor; outline-offset: 1px }
  button:disabled { opacity: .5; cursor: default }
  .recorder { width: var(--control); height: var(--control); color: var(--ink) }
  svg { width: 1.375rem; height: 1.375rem; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round }
  input { flex: 1; min-width: 0; height: 1.5rem; margin: 0; accent-color: currentColor; cursor: pointer }
  .time { font-size: var(--text-xs); font-variant-numeric: tabular-nums; white-space: nowrap }
  p { margin: 0; font-size: var(--text-s) }
`)

type Made = Pick<HTMLElementTagNameMap, 'audio' | 'button' | 'div' | 'input' | 'p' | 'span'>

function el<Name extends keyof Made>(
  name: Name,
  given: Partial<Made[Name]>,
  ...children: Node[]
): Made[Name] {
  const made: Made[Name] = document.createElement(name)
  Object.assign(made, given)
  made.append(...children)
  return made
}

function icon(name: keyof typeof icons): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.ariaHidden = 'true'
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', icons[name])
  svg.append(path)
  return svg
}

/** One is heard at a time. */
let heard: HTMLAudioElement | null = null

class VoiceMessage extends HTMLElement {
  static observedAttributes = ['src', 'seconds']
  readonly #audio = el('audio', { preload: 'none' })
  readonly #play = el('button', { type: 'button', onclick: () => this.#toggle() }, icon('play'))
  readonly #seek = el('input', {
    type: 'range',
    min: '0',
    step: '0.1',
    value: '0',
    ariaLabel: 'Position',
    oninput: () => this.#jump(),
  })
  readonly #time = el('span', { className: 'time' })
  readonly #speed = el('button', { type: 'button', onclick: () => this.#faster() })
  readonly #problem = el('p', { role: 'alert' })
  /** An address is good for five minutes: a second one is asked for when the first is refused. */
  #isFresh = false

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet]
    root.append(
      el('div', { className: 'row' }, this.#play, this.#seek, this.#time, this.#speed),
      this.#problem,
    )
    for (const change of ['play', 'pause', 'ended', 'timeupdate', 'seeked'])
      this.#audio.addEventListener(change, () => this.#show())
    this.#audio.addEventListener('error', () => void this.#renew())
    this.#audio.addEventListener('ended', () => (this.#audio.currentTime = 0))
    this.#show()
  }

  attributeChangedCallback(): void {
    this.#show()
  }

  disconnectedCallback(): void {
    this.#audio.pause()
  }

  get #seconds(): number {
    return Number(this.getAttribute('seconds'))
  }

  #load(): void {
    if (this.#audio.src === '') this.#audio.src = this.getAttribute('src') ?? ''
  }

  #toggle(): void {
    this.#load()
    if (!this.#audio.paused) return this.#audio.pause()
    if (heard !== this.#audio) heard?.pause()
    heard = this.#audio
    this.#audio.play().catch((error: unknown) => {
      // Stopped before it began; or its address was refused, which is renewed by an event of its own.
      if (
        !(
          error instanceof DOMException &&
          (error.name === 'AbortError' || error.name === 'NotSupportedError')
        )
      )
        throw error
    })
  }

  #jump(): void {
    this.#load()
    this.#audio.currentTime = Number(this.#seek.value)
    this.#show()
  }

  #faster(): void {
    const speed = SPEEDS[(SPEEDS.indexOf(this.#audio.playbackRate) + 1) % SPEEDS.length] ?? 1
    // An address that is loaded later begins with the default.
    Object.assign(this.#audio, { playbackRate: speed, defaultPlaybackRate: speed })
    this.#show()
  }

  async #renew(): Promise<void> {
    const other = $chat.get()?.other.userId
    const at = Number(this.#seek.value)
    const id = $chat.get()?.bubbles.find(({ voice }) => voice?.src === this.getAttribute('src'))?.id
    const src =
      this.#isFresh || other === undefined || id === undefined
        ? null
        : await freshAddress(other, id)
    if (src === null) {
      this.#problem.textContent = navigator.onLine
        ? 'This recording cannot be played.'
        : 'No connection.'
      this.#audio.removeAttribute('src')
      return
    }
    this.#isFresh = true
    this.#audio.src = src
    this.#audio.currentTime = at
    void this.#audio.play().then(
      () => (this.#isFresh = false),
      () => undefined,
    )
  }

  #show(): void {
    const { paused, currentTime, playbackRate } = this.#audio
    const total = lengthInWords(this.#seconds)
    const isWaiting = (this.getAttribute('src') ?? '') === ''
    this.#play.replaceChildren(icon(paused ? 'play' : 'pause'))
    this.#play.ariaLabel = `${paused ? 'Play' : 'Pause'} voice message, ${total}`
    this.#seek.max = String(this.#seconds)
    this.#seek.value = String(currentTime)
    const place =
      currentTime === 0
        ? '0:00'
        : `${Math.floor(currentTime / 60)}:${String(Math.floor(currentTime % 60)).padStart(2, '0')}`
    this.#seek.ariaValueText = `${place} of ${total}`
    this.#time.textContent = currentTime === 0 ? total : `${place} / ${total}`
    this.#speed.textContent = `${playbackRate}×`
    this.#speed.ariaLabel = `Speed ${playbackRate}×`
    for (const control of [this.#play, this.#seek, this.#speed]) control.disabled = isWaiting
    if (!paused) this.#problem.textContent = ''
  }
}

async function freshAddress(id: number, messageId: number): Promise<string | null> {
  try {
    const { messages } = await api.send<typeof chatMessages>('GET /message/chatMessages', {
      query: { id, before: messageId + 1 },
    })
    return messages.find((one) => one.id === messageId)?.voice?.src ?? null
  } catch (error) {
    assertRefused(error)
    return null
  }
}

/** A button beside the composer's, for one of the page's acts. */
function actButton(label: string, picture: keyof typeof icons, act: () => Promise<() => boolean>) {
  return class extends HTMLElement {
    constructor() {
      super()
      const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
      root.adoptedStyleSheets = [sheet]
      const start = () => void this.#start()
      root.append(
        el(
          'button',
          { type: 'button', className: 'recorder', ariaLabel: label, title: label, onclick: start },
          icon(picture),
        ),
      )
    }

    /** The island starts the page's acts when something in it gets the focus, which it does not receive before it is hydrated. */
    async #start(): Promise<void> {
      const begin = await act()
      for (let tries = 0; tries < 50 && !begin(); tries += 1) {
        this.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  }
}

customElements.define('voice-message', VoiceMessage)
customElements.define(
  'view-once-sender',
  actButton('Send a photo for one view', 'camera', async () => (await acts()).choosePhoto),
)
if (
  document.querySelector('[data-voice-messages]') &&
  'MediaRecorder' in globalThis &&
  'mediaDevices' in navigator
) {
  customElements.define(
    'voice-recorder',
    actButton('Record a voice message', 'microphone', async () => (await acts()).record),
  )
}
