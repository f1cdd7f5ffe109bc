import { z } from 'zod'
import { doneAndNext, endpoint, id } from '#api/contract.ts'
import { muteLengths } from '#members/reports/reporters.ts'

const accuracy = z.object({ made: z.number(), decided: z.number(), acted: z.number() })
/** `mayMute`: whether whoever asks may mute them, or end that. */
const reporter = z.object({
  id: z.number(),
  username: z.string(),
  accuracy,
  mutedUntil: z.iso.datetime().nullable(),
  mayMute: z.boolean(),
})

export const getReporters = endpoint({
  method: 'get',
  path: '/staff/reporters',
  summary:
    'Who often reports what is no breach, the most wrong first, and whose reports open no task for a while',
  access: 'staff',
  roles: ['moderator', 'lead'],
  answer: z.object({
    reporters: z.array(reporter),
  }),
  errors: ['forbidden'],
})

export const muteReporter = endpoint({
  method: 'post',
  path: '/staff/muteReporter',
  summary:
    'For some days, keep what a member whose reports were often wrong reports and open no task for it, but for minors and staff; or end that. For leads',
  access: 'staff',
  roles: ['moderator', 'lead'],
  body: z.object({
    id,
    for: z.enum(
      muteLengths.map(({ value }) => value),
      { error: 'Please choose one.' },
    ),
  }),
  answer: doneAndNext,
  errors: ['conflict', 'forbidden', 'unavailable'],
  pageForm: { name: 'mute-reporter' },
})

export const getEvidence = endpoint({
  method: 'get',
  path: '/staff/reportEvidence',
  summary:
    'What was there when a report was made, for whoever holds its task; that it was read is on record',
  access: 'staff',
  roles: ['moderator', 'lead'],
  query: z.object({ task: id }),
  answer: z.object({
    report: z.object({
      id: z.number(),
      reason: z.string(),
      details: z.string(),
      quoted: z.string().nullable(),
      at: z.iso.datetime(),
      reporter,
      reported: z.object({ id: z.number(), username: z.string() }),
    }),
    /** `sound` within the answer; null where the reporter could not hear it, or it is gone. */
    messages: z.array(
      z.object({
        isMine: z.boolean(),
        kind: z.string(),
        text: z.string().nullable(),
        sound: z.string().nullable(),
        /** Likewise, of a photo in the chat. */
        picture: z.string().nullable(),
        at: z.iso.datetime(),
        /** The one that the report is about; then only what it answers is there beside it. */
        isReported: z.boolean().default(false),
      }),
    ),
    words: z.array(z.object({ label: z.string(), text: z.string() })),
    /** Within the answer, since they have no address; null where a file is missing. */
    photos: z.array(
      z.object({ id: z.number().nullable(), isPrivate: z.boolean(), src: z.string().nullable() }),
    ),
  }),
  errors: ['forbidden', 'conflict'],
})
