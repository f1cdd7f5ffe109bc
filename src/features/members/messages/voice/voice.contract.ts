import { z } from 'zod'
import { endpoint, id, textField } from '#api/contract.ts'
import { draftKey, isSure, MAX_CHARACTERS, message, sendLimit } from '../messages.contract.ts'
import { MAX_RECORDING_BYTES, MAX_SECONDS } from './recordings.ts'

const file = z.file({ error: 'Please record something first.' })

export const sendVoice = endpoint({
  method: 'post',
  path: '/message/voice',
  summary: `Send a recording of up to ${MAX_SECONDS} seconds, where the brand has voice messages: Opus in WebM or Ogg, or WAV of 16 bits; takes an Idempotency-Key`,
  access: 'member',
  form: z.object({
    id,
    recording: file
      .min(1, 'Please record something first.')
      .max(MAX_RECORDING_BYTES, `Please record at most ${MAX_SECONDS} seconds.`),
    /** What is said, for those who cannot hear it; shown below the player, and searched. */
    transcript: textField(MAX_CHARACTERS).default(''),
    isSure,
    key: draftKey,
  }),
  answer: z.object({ message, currentCredits: z.number().nullable() }),
  errors: [
    'unavailable',
    'forbidden',
    'verifiedOnly',
    'needsPremium',
    'noCredits',
    'areYouSure',
    'conflict',
    'storageFull',
  ],
  limits: [sendLimit, { name: 'voice', per: 'account', most: 60, seconds: 30 * 60 }],
  // Room for the form's other fields.
  maxBytes: MAX_RECORDING_BYTES + 64 * 1024,
})
