import { type SubmitEvent, useState } from 'react'
import { ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { chatActs } from '../while-shown.client.ts'
import type { Bubble } from './chats.ts'
import styles from './RevealOffer.module.css'

type Props = {
  masked: readonly Bubble[]
  from: string
  revealsLeft: number | null
  upgrade: string
  /** Its button goes with it. */
  onRevealed(): void
}

/** One offer for all masked messages: the newest can be revealed, or it says what opens them. */
export function RevealOffer({ masked, from, revealsLeft, upgrade, onRevealed }: Props) {
  const [isBusy, setBusy] = useState(false)
  const newest = masked.at(-1)
  if (!newest) return null
  const mayReveal = revealsLeft !== null && revealsLeft > 0
  const count = masked.length === 1 ? 'A message' : `${masked.length} messages`
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    const store = await chatActs()
    if (await store.reveal(newest.id)) onRevealed()
    setBusy(false)
  }
  return (
    <form
      className={styles['offer']}
      method="post"
      action="/profile/revealMessage"
      onSubmit={(event) => void submit(event)}
    >
      <p>
        {`${count} from ${from} ${masked.length === 1 ? 'is' : 'are'} hidden. ${mayReveal ? 'You can read one a day.' : 'You have read your message of today.'}`}
      </p>
      <input type="hidden" name="messageId" value={newest.id} />
      {mayReveal ? (
        <button
          type="submit"
          className="button button-soft button-small"
          aria-busy={isBusy || undefined}
        >
          <Icon name="eye" /> <span>{masked.length === 1 ? 'Reveal it' : 'Reveal the newest'}</span>
        </button>
      ) : (
        <ButtonLink href="/billing/upgrade" size="small" variant="soft">
          <Icon name="lock" /> {upgrade} to read
        </ButtonLink>
      )}
    </form>
  )
}
