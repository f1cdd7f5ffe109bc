import type { Answer } from '#api/contract.ts'
import { withBoundary } from '#ui/Boundary.tsx'
import { Rows } from '#ui/Rows.tsx'
import type { listBlocked } from './blocked.contract.ts'

type Props = { blocked: Answer<typeof listBlocked>; isSaved: boolean }

const pageOf = (page: number) =>
  `/profile/edit/settings?screen=blocked&blocked=${page}#blocked-members`

/** Whom a member has blocked, each with a button that lets them back in. */
export const Blocked = withBoundary(function Blocked({ blocked, isSaved }: Props) {
  const { members, page, hasMore } = blocked
  return (
    <>
      <Rows
        rows={members.map(({ id, username }) => ({
          id,
          title: <strong>{username}</strong>,
          act: { label: 'Unblock', to: username },
        }))}
        action="/profile/blockUser"
        fields={{ action: 'unblock' }}
        end={async (id) => {
          if (id === 'others') return
          const { setBlocked } = await import('../reporting/reporting-acts.store.ts')
          await setBlocked(id, 'unblock', [])
        }}
        empty={
          <p className="muted">
            {page === 1
              ? 'You have blocked nobody. On anybody’s profile, the menu beside the name does it.'
              : 'Nobody else.'}
          </p>
        }
        said="Unblocked."
        isSaved={isSaved}
      />
      {page === 1 && !hasMore ? null : (
        <p className="cluster">
          {page > 1 ? <a href={pageOf(page - 1)}>Later ones</a> : null}
          {hasMore ? <a href={pageOf(page + 1)}>Earlier ones</a> : null}
        </p>
      )}
    </>
  )
})
