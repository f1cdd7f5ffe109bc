import { Button } from './Button.tsx'
import { $question } from './confirm.store.ts'
import { Dialog } from './Dialog.tsx'
import { useLatest } from './use-latest.ts'
import { useStore } from './use-store.ts'

/** The page's one question; whoever closes it says no. */
export function Confirm() {
  const question = useStore($question)
  const shown = useLatest(question)
  if (!shown) return null
  const { title, text, yes, no, isGrave = false, answer } = shown
  return (
    <Dialog
      open={question !== null}
      onClose={() => question?.answer(false)}
      title={title}
      size="small"
      actions={
        <>
          <Button variant={isGrave ? 'danger' : 'quiet'} onClick={() => answer(true)}>
            {yes}
          </Button>
          <Button variant={isGrave ? 'quiet' : 'primary'} onClick={() => answer(false)} autoFocus>
            {no}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  )
}
