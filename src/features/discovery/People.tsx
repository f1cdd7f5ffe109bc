import type { Card } from './cards.contract.ts'
import { MemberCard } from './MemberCard.tsx'

type Props = {
  members: readonly Card[]
  /** How many pictures are on the first screen and must not wait. */
  eager?: number
}

/** Cards in a grid. */
export function People({ members, eager = 0 }: Props) {
  return (
    <ul className="people" role="list">
      {members.map((member, index) => (
        <li key={member.id}>
          <MemberCard member={member} eager={index < eager} />
        </li>
      ))}
    </ul>
  )
}
