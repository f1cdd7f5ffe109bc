import { resolve } from 'node:path'
import { z } from 'zod'
import { envGroup, flag, port, secret } from '../lib/env.server.ts'
import { isGuessable } from '../lib/guessable.ts'
import { isLoopback } from '../lib/proxies.server.ts'

const postgres = z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')

/** Three above the port: between them are those of the sandboxes. */
const METRICS_BESIDE = 3

export const processEnv = envGroup({
  shape: {
    PORT: port.default(4321),
    HOST: z.string().default('127.0.0.1'),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: postgres.optional(),
    DATABASE_DIRECT_URL: postgres.optional(),
    DATABASE_REPLICA_URL: postgres.optional(),
    DATABASE_PREPARED: flag.default(true),
    SITES_SUFFIX: z
      .string()
      .regex(/^[a-z0-9.-]*$/, 'must be a host name')
      .optional(),
    SESSION_SECRET: secret(32).optional(),
    METRICS_PORT: port.optional(),
    METRICS_HOST: z.string().default('127.0.0.1'),
    WORKERS: z.coerce
      .number({ error: 'must be a number' })
      .int('must be a whole number')
      .min(1, 'must be 1 or more')
      .max(64, 'must be 64 or less')
      .default(1),
    DEMO: flag.default(true),
    UNFINISHED: z.literal('allow', { error: 'must be allow, or be left out' }).optional(),
  },
  wrong({ SESSION_SECRET, HOST, DATABASE_URL, ...given }, { production }) {
    const wrong: string[] = []
    if (production) {
      if (SESSION_SECRET === undefined)
        wrong.push('SESSION_SECRET: must be set in production (at least 32 random characters)')
      else if (isGuessable(SESSION_SECRET))
        wrong.push(
          'SESSION_SECRET: can be guessed; set 32 random characters, as of “openssl rand -base64 32”',
        )
    } else if (!isLoopback(HOST)) {
      wrong.push(
        'HOST: must be 127.0.0.1, ::1 or localhost, since everybody knows the passwords of a demo; anything else only with RUN_AS=production',
      )
    }
    if (DATABASE_URL !== undefined) return wrong
    if (given.DATABASE_DIRECT_URL !== undefined)
      wrong.push(
        'DATABASE_DIRECT_URL: only with DATABASE_URL, whose PostgreSQL it leads to without a pooler',
      )
    if (given.DATABASE_REPLICA_URL !== undefined)
      wrong.push('DATABASE_REPLICA_URL: only with DATABASE_URL, whose standby it leads to')
    if (given.WORKERS > 1)
      wrong.push('WORKERS: more than 1 only with DATABASE_URL, since PGlite is of one process')
    return wrong
  },
  read: (given, { production }) => ({
    port: given.PORT,
    host: given.HOST,
    dataDir: resolve(given.DATA_DIR),
    databaseUrl: given.DATABASE_URL ?? null,
    /** For what needs a session of PostgreSQL, where `databaseUrl` leads to a pooler. */
    databaseDirectUrl: given.DATABASE_DIRECT_URL ?? null,
    /** A standby, from which lists are read. */
    databaseReplicaUrl: given.DATABASE_REPLICA_URL ?? null,
    preparesStatements: given.DATABASE_PREPARED,
    /** Replaces the brands' domains (`<brand>.localhost`); null in production. */
    sitesSuffix: given.SITES_SUFFIX ?? (production ? null : 'localhost'),
    sessionSecret: given.SESSION_SECRET ?? null,
    /** Where the metrics are served; port 0: nowhere. `isGiven`: somebody relies on that port. */
    metrics: {
      port: given.METRICS_PORT ?? beside(given.PORT),
      host: given.METRICS_HOST,
      isGiven: given.METRICS_PORT !== undefined,
    },
    /** Processes that serve; more than one only on PostgreSQL. */
    workers: given.WORKERS,
    demo: given.DEMO && !production,
    /** A production may lack what `unfinished.ts` lists. */
    allowsUnfinished: given.UNFINISHED === 'allow',
  }),
})

function beside(served: number): number {
  return served === 0 || served + METRICS_BESIDE > 65_535 ? 0 : served + METRICS_BESIDE
}
