import { z } from 'zod'
import { endpoint, id } from '#api/contract.ts'
import {
  photoFile,
  rulesField,
  uploadBytes,
  uploadLimit,
} from '#members/photos/own/photos.contract.ts'
import { draftKey, message, sendLimit } from '../messages.contract.ts'

/** Not in the specification: a photo that stays in a chat. */
export const sendChatPhoto = endpoint({
  method: 'post',
  path: '/message/photo',
  summary:
    'Send a photo to somebody with whom one has a match; they have it once it is checked. Takes an Idempotency-Key',
  access: 'member',
  form: z.object({
    id,
    photo: photoFile.refine((file) => file.size > 0, 'Please choose a photo.'),
    rules: rulesField,
    key: draftKey,
  }),
  answer: z.object({ message, currentCredits: z.number().nullable(), next: z.string() }),
  errors: [
    'unavailable',
    'forbidden',
    'verifiedOnly',
    'needsPremium',
    'noCredits',
    'conflict',
    'storageFull',
  ],
  limits: [sendLimit, uploadLimit],
  maxBytes: uploadBytes,
  pageForm: { name: 'chat-photo', page: '/messages?with={id}' },
})
