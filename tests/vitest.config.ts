import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Over the API in-process. */
const overTheApi = ['tests/{api,attacks,features,db,demo}/**/*.test.ts']
/** Among those what opens no database. */
const withoutDatabase = [
  'tests/features/core/people/own-parts.test.ts',
  'tests/api/{incoming,log,remembered}.test.ts',
  'tests/attacks/slow-bodies.test.ts',
  'tests/db/{announcements,compiled-once,schema}.test.ts',
  'tests/db/two-standbys.test.ts',
  'tests/demo/avatars.test.ts',
  'tests/features/money/prices/{price-list,upgrade-label}.test.ts',
  'tests/features/money/contracts/refund-rules.test.ts',
  'tests/features/money/checkout/{sandbox,upgrade-page}.test.ts',
  'tests/features/money/processors/{shops,verotel-calls,verotel-wire}.test.ts',
  'tests/features/core/accounts/usernames.test.ts',
  'tests/features/core/figures/sum-ranges.test.ts',
  'tests/features/members/search/trail.test.ts',
  'tests/features/staff/decisions/{canned-notes,grounds,strikes}.test.ts',
  'tests/features/core/rules/{message-rules,same-text,scam-corpus}.test.ts',
  'tests/features/core/live/{event-hub,poll-period}.test.ts',
  'tests/features/mail/{answer-text,mail-parts,whom-to-write-to}.test.ts',
  'tests/features/members/messages/{damaged-recordings,rules,times}.test.ts',
  'tests/features/money/ads/ad-address.test.ts',
  'tests/features/money/ads/popunder.test.ts',
  'tests/features/members/photos/{pdq,placeholder,s3-files}.test.ts',
  'tests/features/guests/help/help-search.test.ts',
]
/** Whole products, their hosts and commands, as processes. */
const processes = [
  'tests/sites/{behind-a-proxy,crawlers,front-door,guards,help,links,valid-pages,well-known}.test.ts',
  'tests/cli/operator.postgres.test.ts',
  'tests/faults/*.test.ts',
]
/** With modules of their own: these replace a module, or read what a browser’s modules keep. */
const alone = [
  'tests/**/*.store.test.ts',
  'tests/features/members/viewer/flags-both-ways.test.ts',
  'tests/features/members/photos/s3-server.test.ts',
  'tests/faults/*.test.ts',
]
/** The same, of what opens no database. */
const apart = [
  'tests/api/response-headers.test.ts',
  'tests/features/members/photos/{disk-files,hash-worker}.test.ts',
  'tests/features/members/viewer/reload-guard.test.ts',
  'tests/features/money/checkout/card-form.test.ts',
  'tests/features/money/ads/blocked-ads.test.ts',
]
/**
 * What PGlite does in a way of its own: it starts, copies, migrates and locks otherwise, and what
 * comes at once waits for its one connection. Every other statement is prepared there
 * (support/collected-statements.ts).
 */
const onPglite = [
  'tests/api/{idempotency,random-operations,session-cache,sweep}.test.ts',
  'tests/attacks/{jobs-that-never-end,public-secrets}.test.ts',
  'tests/cli/{backup,operator,started-demo}.test.ts',
  'tests/db/{killed-migration,savepoint}.test.ts',
  'tests/demo/demo.test.ts',
  'tests/features/core/audit/chain.test.ts',
  'tests/features/money/checkout/webhooks.test.ts',
  'tests/features/money/credits/{credits,ledger}.test.ts',
  'tests/features/core/live/{missed-events,stream,told-with-the-change}.test.ts',
  'tests/features/mail/worker.test.ts',
  'tests/features/members/likes/likes.test.ts',
  'tests/features/members/messages/messages.test.ts',
]
/** Of those the ones that say nothing of PostgreSQL. */
const onPgliteAlone = ['tests/cli/{backup,operator,started-demo}.test.ts']

const postgres = {
  globalSetup: ['tests/support/on-postgres.ts'],
  setupFiles: ['tests/support/collecting.ts'],
  env: { TEST_DATABASE: 'postgres' },
}

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    // Two a processor: half of the time a test waits for a database, a process or a file.
    maxWorkers: 2 * availableParallelism(),
    // Files of a project share their process and its modules: loading the product costs more than
    // most of them.
    isolate: false,
    // How long a test may take: tests/support/patience.ts.
    expect: { poll: { timeout: 20_000 } },
    setupFiles: [
      'tests/support/quiet-console.ts',
      'tests/support/patience.ts',
      'tests/support/served-objects.ts',
    ],
    projects: [
      {
        extends: true,
        // No database: neither is started for a run of these alone.
        test: {
          name: 'pure',
          include: [
            'tests/{architecture,cli,content,lib,process,sites}/**/*.test.ts',
            ...withoutDatabase,
          ],
          exclude: [...processes, ...onPgliteAlone, 'tests/architecture/statements.test.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'apart', include: apart, isolate: true },
      },
      {
        extends: true,
        test: { name: 'alone', include: alone, isolate: true, ...postgres },
      },
      {
        extends: true,
        test: {
          name: 'pglite',
          include: onPglite,
          // Each keeps a whole database in its memory, which a process that goes on to the next
          // file would give back late.
          execArgv: ['--expose-gc'],
          setupFiles: ['tests/support/giving-back.ts'],
          globalSetup: ['tests/support/on-pglite.ts'],
          env: { TEST_DATABASE: 'pglite' },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...overTheApi, ...processes, 'tests/architecture/statements.test.ts'],
          exclude: [...alone, ...apart, ...withoutDatabase],
          ...postgres,
        },
      },
    ],
  },
})
