import { Boundary } from '../../../ui/Boundary.tsx'
import { type ListProps, PeopleList } from './PeopleList.tsx'

/** The island of a list of members. */
export function People(props: ListProps) {
  return (
    <Boundary>
      <PeopleList {...props} />
    </Boundary>
  )
}
