import { atom } from 'nanostores'
import { api, assertRefused } from '#api/client.ts'
import { createSeed } from '#ui/seeds.store.ts'
import { whileMounted } from '#ui/while-mounted.ts'
import { NO_EXPORT } from './export-file.ts'
import type { askExport, ExportState, getExport } from './export.contract.ts'

/** Between two questions how far a copy is, in milliseconds. */
const PAUSE = 2000

export const $export = atom<ExportState>(NO_EXPORT)
/** Why the page does not know how it stands. */
export const $exportProblem = atom('')

export const seedExport = createSeed(
  (copy: ExportState) => $export.set(copy),
  () => $export.set(NO_EXPORT),
)

/** Asks for a copy; the password or the passkey's signature proves who asks. Throws CallError. */
export async function askForExport(password: string, passkey: string): Promise<void> {
  const answer = await api.send<typeof askExport>('POST /profile/export', {
    body: { password, passkey },
  })
  $exportProblem.set('')
  $export.set(answer.export)
}

async function look(): Promise<void> {
  try {
    const answer = await api.send<typeof getExport>('GET /profile/export', {})
    $exportProblem.set('')
    $export.set(answer.export)
  } catch (error) {
    assertRefused(error)
    // One that is being made is asked for again.
    if ($export.get().state !== 'running') $exportProblem.set(error.message)
  }
}

whileMounted($export, async () => () => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = () => {
    clearTimeout(timer)
    if ($export.get().state === 'running') timer = setTimeout(() => void look().then(later), PAUSE)
  }
  // The file's address works for ten minutes: a page that was away asks for a new one.
  const seen = () => {
    if (document.visibilityState === 'visible' && $export.get().state === 'ready') void look()
  }
  const stop = $export.subscribe(later)
  addEventListener('visibilitychange', seen)
  return () => {
    stop()
    clearTimeout(timer)
    removeEventListener('visibilitychange', seen)
  }
})
