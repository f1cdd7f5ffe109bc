import type { Card } from './cards.contract.ts'
import { MemberCard } from './MemberCard.tsx'

type Props = {
  members: readonly Card[]
  /** Number of pictures above the fold, which must not load lazily. */
  eager?: number
}

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
