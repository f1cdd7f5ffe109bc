import type { Billing } from '#sites/site.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { useLatest } from '#ui/use-latest.ts'
import { useStore } from '#ui/use-store.ts'
import { MessageForm } from './MessageForm.tsx'
import { $writing } from './writing.store.ts'

/** The `new message` modal of the specification. */
export function WriteDialog({ model }: { model: Billing['model'] }) {
  const writing = useStore($writing)
  const shown = useLatest(writing)
  const close = () => $writing.set(null)
  if (!shown) return null
  return (
    <Dialog
      open={writing !== null}
      onClose={close}
      size="small"
      title={
        <>
          Write to <bdi>{shown.to.username}</bdi>
        </>
      }
    >
      <MessageForm {...shown} later="Not now" model={model} onClose={close} />
    </Dialog>
  )
}
