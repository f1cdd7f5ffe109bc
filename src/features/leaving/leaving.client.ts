import { api, CallError } from '../../api/client.ts'
import { enhanceForm, textIn } from '../../ui/enhance-form.client.ts'
import { eraseDay } from '../accounts/come-back.ts'
import { forgetSession, setLanding } from '../accounts/session.store.ts'
import { sizeInWords } from './export-file.ts'
import type { askExport, ExportState, getExport } from './export.contract.ts'
import type { deleteAccount } from './leaving.contract.ts'

/** Between two questions how far a copy is. */
const PAUSE = 2000

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-delete-account]')) {
  enhanceForm(form, async (fields) => {
    const body = { password: textIn(fields, 'password'), reason: textIn(fields, 'reason') as 'other', words: textIn(fields, 'words') }
    setLanding('/deleted-account')
    const { next } = await api.send<typeof deleteAccount>('POST /profile/deleteAccount', { body }).catch((error: unknown) => {
      setLanding(null)
      throw error
    })
    form.reset()
    forgetSession()
    return { next, replaces: true }
  })
}

const copy = document.querySelector<HTMLElement>('[data-export]')
if (copy) watchCopy(copy)

/** Keeps the section about the copy up to date without a reload. */
function watchCopy(section: HTMLElement): void {
  const form = section.querySelector<HTMLFormElement>('[data-export-form]')
  const problem = section.querySelector<HTMLElement>('[data-problem]')
  let timer: ReturnType<typeof setTimeout> | undefined

  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    void ask()
  })
  if (section.dataset['state'] === 'running') timer = setTimeout(() => void look(), PAUSE)
  // The file's address works for ten minutes: a page that was away asks for a new one.
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && section.dataset['state'] === 'ready') void look()
  })

  async function ask(): Promise<void> {
    await change(() => api.send<typeof askExport>('POST /profile/export', { body: {} }))
  }

  async function look(): Promise<void> {
    await change(() => api.send<typeof getExport>('GET /profile/export', {}))
  }

  async function change(call: () => Promise<{ export: ExportState }>): Promise<void> {
    clearTimeout(timer)
    try {
      const answer = await call()
      show(answer.export)
      if (problem) problem.textContent = ''
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (problem && section.dataset['state'] !== 'running') problem.textContent = error.message
    }
    if (section.dataset['state'] === 'running') timer = setTimeout(() => void look(), PAUSE)
  }

  function show({ state, done, total, bytes, until, download }: ExportState): void {
    section.dataset['state'] = state
    const isFocused = form?.contains(document.activeElement) ?? false
    for (const part of section.querySelectorAll<HTMLElement>('[data-export-in]')) part.hidden = !(part.dataset['exportIn'] ?? '').split(' ').includes(state)
    const progress = section.querySelector<HTMLProgressElement>('[data-export-progress]')
    if (progress) {
      progress.max = Math.max(1, total)
      progress.value = done
    }
    const link = section.querySelector<HTMLAnchorElement>('[data-export-download]')
    if (state === 'ready' && link) {
      link.href = download ?? '#copy'
      fill('[data-export-size]', sizeInWords(bytes))
      fill('[data-export-until]', until === null ? '' : eraseDay(new Date(until)))
    }
    // The button that was pressed is gone: the focus must not fall back to the page's start.
    if (isFocused && form?.hidden) section.closest<HTMLElement>('section')?.focus()
  }

  function fill(selector: string, text: string): void {
    const place = section.querySelector(selector)
    if (place) place.textContent = text
  }
}
