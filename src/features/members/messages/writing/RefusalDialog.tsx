import type { StoreValue } from 'nanostores'
import { useEffect } from 'react'
import { showInsufficientCredits } from '#money/credits/shortage.store.ts'
import { upgradePath } from '#money/prices/upgrade-source.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import type { $refusal } from '../chat/chat.store.ts'
import type { WritingRules } from './rules.ts'

type Props = {
  refusal: StoreValue<typeof $refusal>
  rules: WritingRules
  otherId: number | null
  upgrade: string
  /** What it takes to write to members. */
  takes: string
  onClose(): void
}

/**
 * Says why a message was not sent; closed while `refusal` is null. Of missing credits the layout's
 * dialog tells.
 */
export function RefusalDialog({ refusal, rules, otherId, upgrade, takes, onClose }: Props) {
  useEffect(() => {
    if (refusal !== 'noCredits') return
    onClose()
    showInsufficientCredits({
      what: 'A message',
      price: rules.price,
      source: 'message',
      other: otherId,
      isWritten: true,
    })
  }, [refusal, rules.price, otherId, onClose])
  return (
    <Dialog
      open={refusal === 'needsPremium'}
      onClose={onClose}
      title={`Writing takes ${takes}`}
      size="small"
      actions={
        <>
          <button type="button" className="button button-quiet" onClick={onClose}>
            Not now
          </button>
          <ButtonLink href={upgradePath('message', otherId)}>{upgrade}</ButtonLink>
        </>
      }
    >
      <p>
        With {takes} you write to anybody, and read every message in full. What you wrote is still
        there.
      </p>
    </Dialog>
  )
}
