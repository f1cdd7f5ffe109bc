import { api, assertRefused } from '../../../api/client.ts'
import { enhanceForm } from '../../../ui/enhance-form.client.ts'
import { textIn } from '../../../ui/form-answer.ts'
import { eraseDay } from '../../core/accounts/come-back.ts'
import { forgetSession, setLanding } from '../../core/accounts/session.store.ts'
import { sizeInWords } from './export-file.ts'
import type { askExport, ExportState, getExport } from './export.contract.ts'
import type { deleteAccount } from './leaving.contract.ts'

function proofIn(fields: FormData): { password: string; passkey: string } {
  return { password: textIn(fields, 'password'), passkey: textIn(fields, 'passkey') }
}

/** Between two questions how far a copy is. */
const PAUSE = 2000

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-delete-account]')) {
  enhanceForm(form, async (fields) => {
    const body = {
      ...proofIn(fields),
      reason: textIn(fields, 'reason') as 'other',
      words: textIn(fields, 'words'),
    }
    setLanding('/deleted-account')
    const { next } = await api
      .send<typeof deleteAccount>('POST /profile/deleteAccount', { body })
      .catch((error: unknown) => {
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
  const problem = section.querySelector<HTMLElement>('[data-export-problem]')
  let timer: ReturnType<typeof setTimeout> | undefined

  if (form) {
    enhanceForm(form, async (fields) => {
      const answer = await api.send<typeof askExport>('POST /profile/export', {
        body: proofIn(fields),
      })
      form.reset()
      show(answer.export)
      if (problem) problem.textContent = ''
      look(PAUSE)
      return { said: '' }
    })
  }
  look(PAUSE)
  // The file's address works for ten minutes: a page that was away asks for a new one.
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && section.dataset['state'] === 'ready')
      void change()
  })

  /** Looks again later, as long as a copy is being made. */
  function look(after: number): void {
    clearTimeout(timer)
    if (section.dataset['state'] === 'running') timer = setTimeout(() => void change(), after)
  }

  async function change(): Promise<void> {
    clearTimeout(timer)
    try {
      const answer = await api.send<typeof getExport>('GET /profile/export', {})
      show(answer.export)
      if (problem) problem.textContent = ''
    } catch (error) {
      assertRefused(error)
      if (problem && section.dataset['state'] !== 'running') problem.textContent = error.message
    }
    look(PAUSE)
  }

  function show({ state, done, total, bytes, until, download }: ExportState): void {
    section.dataset['state'] = state
    const isFocused = form?.contains(document.activeElement) ?? false
    const shown = download === null ? state : 'given'
    for (const part of section.querySelectorAll<HTMLElement>('[data-export-in]'))
      part.hidden = !(part.dataset['exportIn'] ?? '').split(' ').includes(shown)
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
    if (isFocused && form?.closest('[hidden]')) section.closest<HTMLElement>('section')?.focus()
  }

  function fill(selector: string, text: string): void {
    const place = section.querySelector(selector)
    if (place) place.textContent = text
  }
}
