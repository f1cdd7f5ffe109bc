import { withBoundary } from '../../../ui/Boundary.tsx'
import { PeopleList } from './PeopleList.tsx'

/** The island of a list of members. */
export const People = withBoundary(PeopleList)
