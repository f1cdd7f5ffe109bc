import { withBoundary } from '#ui/Boundary.tsx'
import { PeopleList } from './PeopleList.tsx'

export const People = withBoundary(PeopleList)
