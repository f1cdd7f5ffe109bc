import { withBoundary } from '#ui/Boundary.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import type { Card } from '../cards/cards.contract.ts'
import { Deck } from '../cards/Deck.tsx'

type Props = { members: readonly Card[] }

/** The dashboard's new people, one at a time. */
export const NewPeopleDeck = withBoundary(function NewPeopleDeck({ members }: Props) {
  const more = <ButtonLink href="/search?view=deck">Go on in search</ButtonLink>
  const back = '/dashboard?view=deck#new-people'
  return <Deck members={members} title="Home" back={back} more={null} end={more} />
})
