import { z } from 'zod'
import { endpoint } from '#api/contract.ts'
import { proof } from '#core/accounts/passkeys/proof.contract.ts'
import { ownPasswordLimit } from '#core/accounts/passwords/credentials.contract.ts'
import { COPY_SECTION } from './reasons.ts'

/** Not in the specification: a copy of everything about a member, as a zip file. */

export const exportState = z.object({
  state: z.enum(['none', 'running', 'ready', 'failed']),
  /** Parts that are in the file, of `total`. */
  done: z.int(),
  total: z.int(),
  bytes: z.int(),
  /** When the file is removed. */
  until: z.iso.datetime().nullable(),
  /** Its address: ten minutes, for the session that asked alone; null in another one. */
  download: z.string().nullable(),
})
export type ExportState = z.output<typeof exportState>

export const askExport = endpoint({
  method: 'post',
  path: '/profile/export',
  summary:
    'Ask for a copy of one’s data, with the password or a passkey; while one is made, or is a day old at most, that one is the answer',
  access: 'signedIn',
  body: z.object(proof),
  answer: z.object({ isNew: z.boolean(), export: exportState }),
  limits: [ownPasswordLimit],
  hashesPassword: true,
  pageForm: { name: 'export', page: '/profile/edit/settings?screen=leaving', next: COPY_SECTION },
})

export const getExport = endpoint({
  method: 'get',
  path: '/profile/export',
  summary: 'How far the newest copy of one’s data is',
  access: 'signedIn',
  answer: z.object({ export: exportState }),
})
