import { withBoundary } from '../../../ui/Boundary.tsx'
import { Deck } from './Deck.tsx'
import { type SearchProps, SearchRegion } from './SearchRegion.tsx'

/** The search that shows one person at a time. */
export const SearchDeck = withBoundary(function SearchDeck(props: SearchProps) {
  return <SearchRegion {...props} as={Deck} />
})
