/**
 * A pose in words and as a drawing: lines and hands in a field of 120 by 130, over a head and
 * shoulders.
 */
type Pose = {
  words: string
  lines: readonly string[]
  hands: ReadonlyArray<readonly [x: number, y: number]>
  tilt?: number
}

/**
 * What a photo for a check shows: easy to do with one hand free, and hard to have by chance. Either
 * side counts.
 */
const poses = {
  onHead: {
    words: 'Lay one hand flat on top of your head.',
    lines: ['M95 112C118 86 108 26 70 18'],
    hands: [[66, 17]],
  },
  thumb: {
    words: 'Hold one thumb up beside your chin.',
    lines: ['M99 120C106 104 104 90 97 78', 'M97 66V54'],
    hands: [[97, 72]],
  },
  twoFingers: {
    words: 'Hold up two fingers beside your cheek.',
    lines: ['M99 120C106 104 104 88 98 74', 'M95 62 89 42M101 62l6-20'],
    hands: [[98, 68]],
  },
  toEar: {
    words: 'Hold one hand behind your ear, as if to hear better.',
    lines: ['M97 116C114 96 108 66 92 48', 'M86 26q13 10 5 24'],
    hands: [[91, 46]],
  },
  cheeks: {
    words: 'Lay both palms on your cheeks.',
    lines: ['M99 118C106 92 94 66 82 48', 'M21 118C14 92 26 66 38 48'],
    hands: [
      [81, 45],
      [39, 45],
    ],
  },
  crossed: {
    words: 'Cross your arms in front of you, one hand on each shoulder.',
    lines: ['M24 124C40 118 72 110 90 94', 'M96 124C80 118 48 110 30 94'],
    hands: [
      [91, 92],
      [29, 92],
    ],
  },
  openHand: {
    words: 'Lean your head to one side and raise an open hand.',
    lines: ['M99 120C110 104 110 92 106 80', 'M99 68V54M104 66V50M109 66V51M114 69V58'],
    hands: [[106, 73]],
    tilt: -18,
  },
  overEyes: {
    words: 'Hold one hand above your eyes, as if the sun shone in them.',
    lines: ['M96 114C116 92 110 46 84 27', 'M84 27H46'],
    hands: [[82, 27]],
  },
} as const satisfies Record<string, Pose>

export type PoseId = keyof typeof poses
export const poseIds = Object.keys(poses) as [PoseId, ...PoseId[]]

export const poseOf = (id: PoseId): Pose => poses[id]

export function isPose(id: string): id is PoseId {
  return Object.hasOwn(poses, id)
}
