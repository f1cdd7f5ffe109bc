import type { StoreValue } from 'nanostores'
import { ButtonLink } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { $refusal } from './chat.store.ts'
import type { WritingRules } from './rules.ts'

type Props = { refusal: StoreValue<typeof $refusal>; rules: WritingRules; upgrade: string; onClose(): void }

/** Says why a message was not sent; closed while `refusal` is null. */
export function RefusalDialog({ refusal, rules, upgrade, onClose }: Props) {
  const words =
    refusal === 'noCredits'
      ? {
          title: 'Not enough credits',
          text: `A message costs ${rules.price} credit${rules.price === 1 ? '' : 's'}, and you have none left. What you wrote is still there.`,
        }
      : {
          title: 'Writing takes an upgrade',
          text: 'With an upgrade you write to anybody, and read every message in full. What you wrote is still there.',
        }
  return (
    <Dialog
      open={refusal !== null}
      onClose={onClose}
      title={words.title}
      size="small"
      actions={
        <>
          <button type="button" className="button button-quiet" onClick={onClose}>
            Not now
          </button>
          <ButtonLink href="/billing/upgrade">{upgrade}</ButtonLink>
        </>
      }
    >
      <p>{words.text}</p>
    </Dialog>
  )
}
