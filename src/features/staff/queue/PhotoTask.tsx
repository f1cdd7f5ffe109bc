import type { Queue } from '#core/staff-accounts/queues.ts'
import { type PictureReasons, PictureVerdict } from '../desk/PictureVerdict.tsx'
import { judge } from './console.store.ts'
import type { TaskPhoto } from './PhotoView.tsx'

type Props = { queue: Queue; taskId: number; photo: TaskPhoto; reasons: PictureReasons }

/** Approves a new photo, or refuses it for a reason. */
export function PhotoTask({ queue, taskId, photo, reasons }: Props) {
  const { key, description, rules, isPrivate, kind } = photo
  return (
    <PictureVerdict
      action="/staff/judgePhoto"
      hidden={{ queue, id: taskId, key }}
      approve="Approve"
      reasons={reasons}
      send={(verdict) => void judge(taskId, key, verdict)}
    >
      {description === '' ? null : <p>Described as: {description}</p>}
      <p className="muted">
        {rules === null
          ? 'Its owner was not asked whom it shows: it is older than that question.'
          : `Its owner has confirmed whom their photos show, by the rules of ${rules}.`}
      </p>
      {kind === 'chatPhoto' ? (
        <p>
          Sent in a <strong>chat</strong>, to one person, who has no trace of it before it is
          approved. It is in no profile. Refused, it is kept for an objection, and then deleted.
        </p>
      ) : kind === 'viewOnce' ? (
        <p>
          Sent in a conversation, to be seen <strong>once, by one person</strong>. Nobody sees it
          before it is approved; refused, it is kept for an objection, and then deleted.
        </p>
      ) : isPrivate ? (
        <p>
          <strong>Private</strong>: for those alone whom its owner allows.
        </p>
      ) : null}
    </PictureVerdict>
  )
}
