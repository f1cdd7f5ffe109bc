import { withBoundary } from '../../../ui/Boundary.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import type { Card } from './cards.contract.ts'
import { Deck } from './Deck.tsx'

/** The dashboard's new people, one at a time. */
export const NewPeopleDeck = withBoundary(function NewPeopleDeck({
  members,
}: {
  members: readonly Card[]
}) {
  return (
    <Deck members={members} title="Home" back="/dashboard?view=deck#new-people" onFew={null}>
      <EmptyState
        icon="people"
        title="That was everybody new"
        action={<ButtonLink href="/search?view=deck">Go on in search</ButtonLink>}
      />
    </Deck>
  )
})
