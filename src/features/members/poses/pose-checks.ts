import { DAY, HOUR, MINUTE } from '#lib/clock.ts'

export const POSE_FOR = 30 * MINUTE
export const POSE_MINUTES = POSE_FOR / MINUTE
/** How many photos a member may send in seven days. */
export const TRIES = { most: 3, within: 7 * DAY }
/** When staff have decided about it, as about a new photo. */
export const DECIDED_WITHIN = 12 * HOUR
/** Members are told 30 days; the sweep runs daily. */
export const PHOTO_KEPT = 29 * DAY

/** Why a check is refused: the value on the wire and what the member reads. */
export const refusals = [
  { value: 'pose', label: 'Another pose', reason: 'The pose is not the one that we asked for.' },
  {
    value: 'face',
    label: 'Face not to be seen',
    reason: 'Your face cannot be seen well enough, in the photo for us or in your main photo.',
  },
  {
    value: 'people',
    label: 'Not the people of the profile',
    reason: 'It does not show everybody whose profile it is, or others as well.',
  },
  {
    value: 'unlike',
    label: 'Unlike the profile photos',
    reason: 'We cannot tell that it shows whom your main photo shows.',
  },
  {
    value: 'altered',
    label: 'Edited, or a picture of a picture',
    reason: 'The photo seems to be edited, or to be a photo of a picture or of a screen.',
  },
] as const
export type PoseRefusal = (typeof refusals)[number]['value']
export const verdicts = ['approve', ...refusals.map(({ value }) => value)] as const

export function reasonOf(refusal: string | null): string | null {
  return refusals.find(({ value }) => value === refusal)?.reason ?? null
}

export function poseFileName(key: string): string {
  return `${key}-pose.webp`
}

export function readPoseFileName(name: string): string | null {
  return /^([a-f0-9]{32})-pose\.webp$/.exec(name)?.[1] ?? null
}
