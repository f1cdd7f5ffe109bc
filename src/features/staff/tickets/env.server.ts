import { z } from 'zod'
import { envGroup, secret } from '#lib/env.server.ts'
import { isLoopback } from '#lib/proxies.server.ts'

const socket = z
  .string()
  .regex(/^(\[[\da-f:]+\]|[\w.-]+):\d{1,5}$/i, 'must be <host>:<port>, as in 127.0.0.1:2525')
  .transform((text) => {
    const colon = text.lastIndexOf(':')
    return {
      host: text.slice(0, colon).replaceAll(/[[\]]/g, ''),
      port: Number(text.slice(colon + 1)),
    }
  })
  .refine((at) => at.port <= 65_535, 'must have a port up to 65535')

export const ticketsEnv = envGroup({
  shape: { REPLIES_AT: socket.optional(), SUPPORT_SECRET: secret(32).optional() },
  wrong: ({ REPLIES_AT }, { production }) =>
    REPLIES_AT === undefined || isLoopback(REPLIES_AT.host) || production
      ? []
      : ['REPLIES_AT: must be on 127.0.0.1, ::1 or localhost in a demo'],
  read: ({ REPLIES_AT, SUPPORT_SECRET }) => ({
    /**
     * Where the operator's mail server hands on answers to our mails about tickets; null: nobody
     * listens.
     */
    repliesAt: REPLIES_AT ?? null,
    supportSecret: SUPPORT_SECRET ?? null,
  }),
})
