import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PostgresServer } from '../support/postgres.ts'
import { TEMPLATE_SERVER } from '../support/server.ts'
import { startTemplate } from '../support/template.ts'
import { fault as cutConnections } from './cut-connections.fault.ts'
import { fault as diskFull } from './disk-full.fault.ts'
import { fault as failover } from './failover.fault.ts'
import type { Fault } from './fault.ts'
import { fault as killed } from './killed.fault.ts'
import { fault as previousRelease } from './previous-release.fault.ts'
import { fault as slowClients } from './slow-clients.fault.ts'
import { fault as smtpAway } from './smtp-away.fault.ts'

let server: PostgresServer
beforeAll(async () => {
  server = await startTemplate()
  process.env[TEMPLATE_SERVER] = server.url
})
afterAll(async () => {
  Reflect.deleteProperty(process.env, TEMPLATE_SERVER)
  await server.stop()
})

/**
 * The short forms of faults that take a started product; in long, by `npm run faults` (assurance
 * 37).
 */
test.each<[string, Fault, ...string[]]>([
  // On PostgreSQL, the one that sends mails is killed.
  ['killed while members write', killed, 'pglite'],
  ['whose connections to the database are cut, and that is restarted', cutConnections],
  ['whose disk is full', diskFull],
  ['whose mail server is away, and that is killed while it sends', smtpAway],
  ['that slow clients connect to', slowClients],
  ['whose database loses its primary', failover],
  ['of the release before, on the schema of this one,', previousRelease],
])(
  'a product %s keeps what it has acknowledged',
  { timeout: 1_800_000 },
  async (_, fault, ...words) => {
    const figures = await fault('short', words)
    expect(
      figures
        .filter(({ isReached }) => !isReached)
        .map(({ what, figure, aim }) => `${what}: ${figure}, not ${aim}`),
    ).toEqual([])
  },
)
