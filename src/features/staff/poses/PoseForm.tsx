import { refusals } from '#members/poses/pose-checks.ts'
import { withBoundary } from '#ui/Boundary.tsx'
import { PictureVerdict } from '../desk/PictureVerdict.tsx'
import { decideCheck } from './pose.store.ts'

type Props = { task: number; mainPhotoId: number | null }

/** Whether a photo in a pose shows whom the main photo shows. */
export const PoseForm = withBoundary(function PoseForm({ task, mainPhotoId }: Props) {
  return (
    <PictureVerdict
      action="/staff/decidePose"
      hidden={{ queue: 'poses', task, ...(mainPhotoId === null ? {} : { mainPhotoId }) }}
      approve={mainPhotoId === null ? null : 'The same person, in the pose: approve'}
      reasons={refusals}
      send={(verdict) => void decideCheck(task, mainPhotoId, verdict)}
    >
      <p className="muted">
        A refusal tells the member this reason, and nothing else. Compare by eye; do not keep or
        copy the photo.
      </p>
    </PictureVerdict>
  )
})
