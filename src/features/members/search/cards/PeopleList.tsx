import { useEffect, useRef } from 'react'
import { useKeys } from '#core/accounts/on-screen/use-keys.ts'
import { likeByHand } from '#members/likes/by-hand.store.ts'
import { $passed } from '#members/likes/likes.store.ts'
import { pass } from '#members/likes/pass.store.ts'
import { write } from '#members/messages/writing/writing.store.ts'
import { $blocked } from '#members/reports/reporting/reporting.store.ts'
import { useStore } from '#ui/use-store.ts'
import { keepTrail } from '../profile/trail.store.ts'
import type { Card } from './cards.contract.ts'
import { closestIn } from './closest.ts'
import { MemberCard } from './MemberCard.tsx'
import { usePhotoTransition } from './use-photo-transition.ts'

type ListProps = {
  members: readonly Card[]
  title: string
  back: string
  /** Makes the list a place that a link leads to. */
  id?: string
  /** Number of pictures above the fold, which must not load lazily. */
  eager?: number
  /** The first of those who came last, who gets the focus. */
  newest?: number | null
}

/** A list of members. Arrow keys go from one to the next; J, K and L as on the list of keys. */
export function PeopleList({ members, title, back, id, eager = 0, newest = null }: ListProps) {
  const blocked = useStore($blocked, { ssr: 'initial' })
  const passed = useStore($passed, { ssr: 'initial' })
  const shown = members.filter(({ id: one }) => !blocked[one] && !passed[one])
  const rows = useRef(new Map<number, HTMLLIElement>())
  const names = useRef(new Map<number, HTMLAnchorElement>())
  const focused = useRef<number | null>(null)
  usePhotoTransition(rows)
  useEffect(() => {
    if (newest !== null) names.current.get(newest)?.focus({ preventScroll: true })
  }, [newest])

  const indexOf = () => shown.findIndex((member) => member.id === focused.current)
  const focusOn = (member: Card | undefined) => {
    if (member) names.current.get(member.id)?.focus()
    return member !== undefined
  }
  const go = (step: number) => () => indexOf() >= 0 && focusOn(shown[indexOf() + step])
  const goTo = (direction: 'above' | 'below') => () => {
    const from = indexOf()
    if (from < 0) return false
    const boxes = shown.map((member) => rows.current.get(member.id)?.getBoundingClientRect())
    const to = closestIn(boxes, from, direction)
    return to !== null && focusOn(shown[to])
  }
  useKeys(
    {
      ArrowLeft: go(-1),
      ArrowRight: go(1),
      ArrowUp: goTo('above'),
      ArrowDown: goTo('below'),
      j: () => focusOn(shown[indexOf() + 1]),
      k: () => focusOn(shown[Math.max(0, indexOf() - 1)]),
      l() {
        const member = shown[indexOf()]
        if (member) likeByHand(member)
        return member !== undefined
      },
    },
    true,
  )

  return (
    <ul className="people" role="list" id={id} tabIndex={id === undefined ? undefined : -1}>
      {shown.map((member, index) => (
        <li
          key={member.id}
          id={`person-${member.id}`}
          ref={(row) =>
            void (row ? rows.current.set(member.id, row) : rows.current.delete(member.id))
          }
          onFocus={() => (focused.current = member.id)}
          onBlur={() => (focused.current = null)}
        >
          <MemberCard
            member={member}
            back={back}
            isEager={index < eager}
            nameRef={(name) =>
              void (name ? names.current.set(member.id, name) : names.current.delete(member.id))
            }
            onOpen={() =>
              keepTrail(
                shown.map((one) => one.id),
                title,
              )
            }
            onWrite={() => write(member)}
            onPass={() => {
              focusOn(shown[index + 1] ?? shown[index - 1])
              void pass(member)
            }}
          />
        </li>
      ))}
    </ul>
  )
}
