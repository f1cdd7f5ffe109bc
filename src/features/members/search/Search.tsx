import { withBoundary } from '../../../ui/Boundary.tsx'
import { SearchRegion } from './SearchRegion.tsx'

export const Search = withBoundary(SearchRegion)
