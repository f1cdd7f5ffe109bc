import type { Profile } from '#members/search/profile/profile.contract.ts'
import { inCredits } from '#money/prices/in-credits.ts'
import { upgradePath } from '#money/prices/upgrade-source.ts'
import { ButtonLink } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { onPlainClick } from '#ui/plain-click.ts'
import { write } from './writing.store.ts'
import styles from './WriteButton.module.css'

type Writing = Profile['writing']
type Props = {
  to: { id: number; username: string }
  writing: Writing
  /** What it takes to write to members. */
  takes: string
}

/** Writes to a member; says what that requires before it is opened (decisions §5). */
export function WriteButton({ to, writing, takes }: Props) {
  const condition = conditionOf(writing, takes)
  return (
    <ButtonLink href={`/messages?with=${to.id}`} onClick={onPlainClick(() => write(to))}>
      <Icon name="message" />
      <span>
        Write a message
        {condition === null ? null : (
          <span className={styles['condition']}>
            <span className="visually-hidden">, </span>
            {condition}
          </span>
        )}
      </span>
    </ButtonLink>
  )
}

function conditionOf({ price, code }: Writing, takes: string): string | null {
  if (code === 'verifiedOnly') return 'with a checked photo'
  if (code === 'needsPremium') return `with ${takes}`
  return price > 0 ? inCredits(price) : null
}

/** What is missing to write, and where to get it. */
export function WhyNotWrite({
  to,
  writing: { code },
  takes,
  upgrade,
}: Props & { upgrade: string }) {
  const { id, username } = to
  if (code === null) return null
  const missing = {
    verifiedOnly: `${username} takes first messages only from members whose photo our staff have checked.`,
    noCredits: 'You have too few credits to write.',
    needsPremium: `To write to members you need ${takes}.`,
  }
  return (
    <p className={`${styles['missing']} muted`}>
      {missing[code]}{' '}
      {code === 'verifiedOnly' ? (
        <a href="/profile/edit/managePhotos#photo-check">How to have yours checked</a>
      ) : (
        <a href={upgradePath('message', id)}>{upgrade}</a>
      )}
    </p>
  )
}
