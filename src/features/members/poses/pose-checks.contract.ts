import { z } from 'zod'
import { doneAndNext, endpoint } from '#api/contract.ts'
import { photoFile, uploadBytes } from '../photos/own/photos.contract.ts'
import { TRIES } from './pose-checks.ts'
import { poseIds } from './poses.ts'

/** Not in the specification: a photo in a pose, which staff compare with the profile photos. */
export const getPoseCheck = endpoint({
  method: 'get',
  path: '/image/poseCheck',
  summary: 'Where one’s photo check stands',
  access: 'member',
  answer: z.object({
    /** `fallen`: the mark fell away with the main photo. */
    state: z.enum(['none', 'asked', 'waiting', 'approved', 'refused', 'fallen', 'lapsed']),
    /** The main photo is what the check is about; without one there is none. */
    hasMainPhoto: z.boolean(),
    pose: z.enum(poseIds).nullable(),
    /** Until when the pose may be answered. */
    until: z.iso.datetime().nullable(),
    /** When it was sent, approved or refused. */
    at: z.iso.datetime().nullable(),
    reason: z.string().nullable(),
    triesLeft: z.number(),
  }),
})

const next = doneAndNext

export const beginPoseCheck = endpoint({
  method: 'post',
  path: '/image/beginPoseCheck',
  summary: 'Ask for a pose, drawn by lot; until it ends, the same again',
  access: 'member',
  answer: next,
  errors: ['conflict'],
  limits: [{ name: 'begin-pose', per: 'account', most: 20, seconds: 24 * 60 * 60 }],
  pageForm: { name: 'pose-check', page: '/profile/edit/managePhotos' },
})

export const sendPose = endpoint({
  method: 'post',
  path: '/image/sendPose',
  summary: `Send the photo in the pose: ${TRIES.most} in seven days; staff alone see it, until they have decided`,
  access: 'member',
  form: z.object({ photo: photoFile.refine((file) => file.size > 0, 'Please choose a photo.') }),
  answer: next,
  errors: ['conflict', 'storageFull'],
  limits: [{ name: 'send-pose', per: 'account', most: 20, seconds: 24 * 60 * 60 }],
  maxBytes: uploadBytes,
  pageForm: { name: 'pose-check', page: '/profile/edit/managePhotos' },
})

export const withdrawPoseCheck = endpoint({
  method: 'post',
  path: '/image/withdrawPoseCheck',
  summary: 'Take back a photo that waits for staff, or the mark',
  access: 'member',
  answer: next,
  pageForm: { name: 'pose-check', page: '/profile/edit/managePhotos' },
})
