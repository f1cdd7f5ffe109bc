import type { SubmitEvent } from 'react'
import { withBoundary } from '#ui/Boundary.tsx'
import '#ui/rows.css'
import { useFocus } from '#ui/use-focus.ts'
import { useStore } from '#ui/use-store.ts'
import { $passed, setPassed } from './likes.store.ts'

type Props = { members: ReadonlyArray<{ id: number; username: string }>; hasMore: boolean }

/** Whom a member has passed, each with a button that shows them again. */
export const Passed = withBoundary(function Passed({ members, hasMore }: Props) {
  const passed = useStore($passed, { ssr: 'initial' })
  const [said, focusSaid] = useFocus<HTMLParagraphElement>()
  const shown = members.filter(({ id }) => passed[id] !== false)
  const take = (id: number) => (event: SubmitEvent) => {
    event.preventDefault()
    focusSaid()
    void setPassed(id, false)
  }
  return (
    <>
      {shown.length === 0 ? (
        <p className="muted">
          Nobody. On anybody’s card or profile, the menu beside the name does it.
        </p>
      ) : (
        <ul className="rows">
          {shown.map(({ id, username }) => (
            <li key={id}>
              <p>
                <strong>{username}</strong>
              </p>
              <form method="post" action="/match/unpass" onSubmit={take(id)}>
                <input type="hidden" name="id" value={id} />
                <input
                  type="hidden"
                  name="back"
                  value="/profile/edit/settings?screen=blocked#passed-members"
                />
                <button type="submit" className="button button-quiet button-small">
                  Show again<span className="visually-hidden">: {username}</span>
                </button>
              </form>
            </li>
          ))}
        </ul>
      )}
      {hasMore ? <p className="muted">Earlier ones come once these are shown again.</p> : null}
      <p className="saved" role="status" ref={said} tabIndex={-1}>
        {shown.length < members.length ? 'Shown again.' : ''}
      </p>
    </>
  )
})
