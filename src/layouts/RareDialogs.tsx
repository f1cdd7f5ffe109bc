import { lazy, Suspense } from 'react'
import { useLatest } from '../ui/use-latest.ts'
import { useStore } from '../ui/use-store.ts'
import { $rare } from './rare.store.ts'

const KeysDialog = lazy(async () => ({
  default: (await import('./KeysDialog.tsx')).KeysDialog,
}))
const TicketDialog = lazy(async () => ({
  default: (await import('../features/guests/help/TicketDialog.tsx')).TicketDialog,
}))
const close = () => $rare.set(null)

/** The list of keys, and the form to support. */
export function RareDialogs() {
  const asked = useStore($rare)
  const keys = useLatest(asked === 'keys' || null)
  const ticket = useLatest(asked === 'ticket' || null)
  return (
    <Suspense>
      {keys ? <KeysDialog open={asked === 'keys'} onClose={close} /> : null}
      {ticket ? <TicketDialog open={asked === 'ticket'} onClose={close} /> : null}
    </Suspense>
  )
}
