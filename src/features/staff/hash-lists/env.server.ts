import { resolve } from 'node:path'
import { z } from 'zod'
import { address, envGroup, missingBeside } from '#lib/env.server.ts'

export type StopNcii = { url: string; subscriptionKey: string; functionKey: string }

export const hashListsEnv = envGroup({
  shape: {
    HASH_LIST_FILE: z.string().optional(),
    STOPNCII_URL: address.optional(),
    STOPNCII_KEY: z
      .string()
      .regex(/^[^\s:]+:[^\s:]+$/, 'must be <subscription key>:<function key>')
      .optional(),
  },
  wrong: (given) => missingBeside('STOPNCII_URL', given, ['STOPNCII_KEY']),
  read: ({ HASH_LIST_FILE, STOPNCII_URL, STOPNCII_KEY }) => ({
    /** A file of hashes of pictures that nobody may see. */
    hashListFile: HASH_LIST_FILE === undefined ? null : resolve(HASH_LIST_FILE),
    stopNcii: readStopNcii(STOPNCII_URL, STOPNCII_KEY),
  }),
})

function readStopNcii(url: string | undefined, key: string | undefined): StopNcii | null {
  if (url === undefined || key === undefined) return null
  const [subscriptionKey = '', functionKey = ''] = key.split(':')
  return { url: url.replace(/\/$/, ''), subscriptionKey, functionKey }
}
