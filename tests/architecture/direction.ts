import { basename, dirname, relative } from 'node:path/posix'
import ts from 'typescript'
import type { Rule } from './rule.ts'
import { lineOf, nodesOf, type Source } from './sources.ts'

/**
 * Allowed imports: `pages -> landings -> layouts -> features -> { ui, api, sites, db } -> lib`;
 * mail and jobs are on the level of db. The front door imports the API and no feature. Composition
 * code (the files of src itself, cli, and demo, which fills every feature's tables) may import
 * nearly everything, and nothing imports it.
 */
const mayImport = {
  together: [
    'together',
    'front-door',
    'process',
    'demo',
    'features',
    'mail',
    'jobs',
    'api',
    'sites',
    'content',
    'db',
    'settings',
    'lib',
    'sandbox',
  ],
  'front-door': ['front-door', 'api', 'sites', 'content', 'lib'],
  process: ['process', 'demo', 'db', 'sites', 'settings', 'lib'],
  demo: ['demo', 'features', 'api', 'mail', 'sites', 'content', 'db', 'settings', 'lib'],
  pages: [
    'pages',
    'landings',
    'layouts',
    'features',
    'ui',
    'api',
    'sites',
    'content',
    'styles',
    'lib',
  ],
  landings: ['landings', 'layouts', 'features', 'ui', 'sites', 'content', 'styles', 'lib'],
  layouts: ['layouts', 'features', 'ui', 'api', 'sites', 'content', 'styles', 'lib'],
  features: ['features', 'ui', 'api', 'sites', 'content', 'db', 'mail', 'jobs', 'settings', 'lib'],
  mail: ['mail', 'jobs', 'api', 'sites', 'db', 'settings', 'lib'],
  jobs: ['jobs', 'api', 'db', 'lib'],
  api: ['api', 'mail', 'sites', 'content', 'db', 'settings', 'lib'],
  ui: ['ui', 'api', 'lib'],
  db: ['db', 'sites', 'lib'],
  sites: ['sites', 'lib'],
  content: ['content', 'sites', 'lib'],
  styles: ['styles', 'sites'],
  sandbox: ['sandbox', 'lib'],
  settings: ['settings', 'lib'],
  lib: ['lib'],
} as const
type Place = keyof typeof mayImport

/** Accepted imports against the direction, each with its reason. */
export const acceptedUpward = new Map([
  [
    'src/api/feature.ts -> src/jobs/worker.server.ts',
    'a type: a room hands in its jobs, which know the services',
  ],
  [
    'src/api/services.server.ts -> src/features/core/live/event-hub.server.ts',
    'a type: the services name the hub of events, which live alone can describe',
  ],
])

function placeOf(path: string): Place {
  const [, first = '', second] = path.split('/')
  if (path === 'src/settings.ts' || path.endsWith('/env.server.ts')) return 'settings'
  if (second === undefined || first === 'cli') return 'together'
  if (first in mayImport) return first as Place
  throw new Error(`${path} is in a folder that the house does not have`)
}

export function roleOf(path: string): string | null {
  return /^[^.]+\.(\w+)\.(?:ts|mjs)$/.exec(basename(path))?.[1] ?? null
}

/**
 * The wings of features, lowest first. A room imports values from rooms of its wing and of those
 * below it, and none of these imports it back; types may go up, because they do not exist at run
 * time.
 */
const wings = ['core', 'money', 'members', 'guests', 'staff']
const wingOf = (room: string) => room.split('/')[0] ?? ''

function roomOf(path: string | null): string | null {
  return /^src\/features\/([^/]+\/[^/]+)\//.exec(path ?? '')?.[1] ?? null
}

function roomImports(files: readonly Source[]) {
  return files.flatMap((file) =>
    file.imports.flatMap(({ file: target, typeOnly, line }) => {
      const from = roomOf(file.path)
      const to = roomOf(target)
      return from === null || to === null || from === to || typeOnly
        ? []
        : [{ from, to, said: `${file.path}:${line} imports ${target}` }]
    }),
  )
}

function reachable(from: string, edges: ReadonlyArray<{ from: string; to: string }>): Set<string> {
  const seen = new Set<string>()
  const queue = [from]
  for (const one of queue) {
    for (const edge of edges) {
      if (edge.from !== one || seen.has(edge.to)) continue
      seen.add(edge.to)
      queue.push(edge.to)
    }
  }
  return seen
}

/** The imports, of types too, among files that import each other by whatever detour. */
function circularImports(files: readonly Source[]): string[] {
  let left = files.flatMap(({ path, imports }) =>
    imports.map(({ file, line }) => ({ from: plain(path), to: file, line })),
  )
  for (let before = 0; left.length !== before;) {
    before = left.length
    const [importing, imported] = [
      new Set(left.map(({ from }) => from)),
      new Set(left.map(({ to }) => to)),
    ]
    left = left.filter(({ from, to }) => to !== null && importing.has(to) && imported.has(from))
  }
  return left.map(({ from, to, line }) => `${from}:${line} imports ${to}, which leads back to it`)
}

const plain = (path: string) => path.replace(/<script>$/, '')
const database = /^(kysely|pg|@electric-sql\/pglite)(\/|$)/
const forServersOnly = /^(node:|zod(\/|$)|hono(\/|$)|pino$|sharp$|nodemailer$)/

function isServerModule(file: string | null): boolean {
  return file !== null && (/\.(server|sql)\.ts$/.test(file) || /^src\/(db|jobs|cli)\//.test(file))
}

function shipsToBrowsers({ path }: Source): boolean {
  return /\.(store|client)\.ts$|\.tsx$|<script>$/.test(path) || path === 'src/api/client.ts'
}

function isPage({ path }: Source): boolean {
  return path.endsWith('.astro') || /^src\/(pages|landings|layouts)\/.*\.ts$/.test(path)
}

function chainsTo(
  start: Source,
  files: ReadonlyMap<string, Source>,
  isForbidden: (specifier: string, file: string | null) => boolean,
): string[] {
  const chains: string[] = []
  const seen = new Set<string>()
  const queue = [{ file: start, chain: [start.path] }]
  for (const { file, chain } of queue) {
    for (const { specifier, file: target, typeOnly } of file.imports) {
      const name = target ?? specifier
      if (typeOnly || seen.has(name)) continue
      seen.add(name)
      const next = files.get(name)
      if (isForbidden(specifier, target)) chains.push([...chain, name].join(' -> '))
      else if (next) queue.push({ file: next, chain: [...chain, name] })
    }
  }
  return chains
}

const byPath = (files: readonly Source[]) => new Map(files.map((one) => [one.path, one]))

export const directionRules: Rule[] = [
  {
    rule: 'a room imports values from its wing and those below it, without a circle',
    over: 'src',
    finds: 4,
    sample: {
      'src/features/core/accounts/session.store.ts': `import { $credits } from '../../money/credits/credits.store.ts'`,
      'src/features/core/places/a.ts': `import type { Like } from '../../members/likes/likes.ts'`,
      'src/features/members/likes/a.ts': `import { photo } from '../photos/b.ts'`,
      'src/features/members/photos/b.ts': `import { block } from '../reports/c.ts'`,
      'src/features/members/reports/c.ts': `import { like } from '../likes/a.ts'`,
    },
    check: (files) => {
      const all = roomImports(files)
      const height = (room: string) => wings.indexOf(wingOf(room))
      const beside = all.filter(({ from, to }) => wingOf(from) === wingOf(to))
      return [
        ...all
          .filter(({ from, to }) => height(to) > height(from))
          .map(({ said, from, to }) => `${said}: ${wingOf(to)} stands above ${wingOf(from)}`),
        ...beside
          .filter(({ from, to }) => reachable(to, beside).has(from))
          .map(({ said, from, to }) => `${said}: ${to} imports ${from} back`),
      ]
    },
  },
  {
    rule: 'no file imports one that imports it, by whatever detour',
    over: 'src',
    finds: 3,
    sample: {
      'src/lib/a.ts': `import type { B } from './b.ts'`,
      'src/lib/b.ts': `import { c } from './c.ts'`,
      'src/lib/c.ts': `export const a = () => import('./a.ts')`,
      'src/lib/d.ts': `import { c } from './c.ts'`,
    },
    check: circularImports,
  },
  {
    rule: 'every feature is a room of a wing',
    over: 'src',
    finds: 2,
    sample: { 'src/features/gifts/gifts.ts': '', 'src/features/members/gifts.ts': '' },
    check: (files) =>
      files
        .map(({ path }) => path)
        .filter(
          (path) => path.startsWith('src/features/') && !wings.includes(wingOf(roomOf(path) ?? '')),
        )
        .map((path) => `${path} is in no room of ${wings.join(', ')}`),
  },
  {
    rule: 'imports follow the order: pages, landings, layouts, features, kernel, lib',
    over: 'src',
    finds: 2,
    sample: {
      'src/api/router.server.ts': `import type { Like } from '../features/members/likes/likes.ts'`,
      'src/front-door/front-door.server.ts': `import { mediaDoor } from '../features/members/photos/files/media.server.ts'`,
    },
    check: (files) =>
      files.flatMap((file) => {
        const path = plain(file.path)
        const allowed: readonly string[] = mayImport[placeOf(path)]
        return file.imports
          .filter(
            ({ file: target }) => target !== null && !acceptedUpward.has(`${path} -> ${target}`),
          )
          .filter(
            ({ file: target }) => !target?.startsWith('src/') || !allowed.includes(placeOf(target)),
          )
          .map(
            ({ file: target, line }) =>
              `${file.path}:${line} imports ${target}: ${placeOf(path)} may import ${allowed.join(', ')}`,
          )
      }),
  },
  {
    rule: 'only .server and .sql modules, db, mail, jobs and the processes reach the database',
    over: 'src',
    sample: { 'src/features/members/likes/likes.ts': `import { sql } from 'kysely'` },
    check: (files) =>
      files
        .filter(({ path }) => !/^src\/((db|mail|jobs|cli)\/|server\.ts$)/.test(path))
        .filter(({ path }) => !['server', 'sql'].includes(roleOf(path) ?? ''))
        .flatMap((file) =>
          file.imports
            .filter(
              ({ specifier, file: target }) =>
                database.test(specifier) || target?.startsWith('src/db/'),
            )
            .map(
              ({ specifier, line }) =>
                `${file.path}:${line} imports ${specifier}: the database is behind .server and .sql modules`,
            ),
        ),
  },
  {
    rule: 'browser modules load no server module, no database, no zod and nothing of Node',
    over: 'src',
    sample: {
      'src/features/members/likes/likes.store.ts': `import { cost } from './cost.ts'`,
      'src/features/members/likes/cost.ts': `import { z } from 'zod'`,
    },
    check: (files) =>
      files
        .filter(shipsToBrowsers)
        .flatMap((file) =>
          chainsTo(
            file,
            byPath(files),
            (specifier, target) =>
              isServerModule(target) || forServersOnly.test(specifier) || database.test(specifier),
          ).map((chain) => `${chain}: not in a browser`),
        ),
  },
  {
    rule: 'pages, landings, layouts and Astro components get their data from the API, never from a server module',
    over: 'src',
    sample: {
      'src/pages/messages.astro': `---\nimport { inbox } from '../features/members/messages/inbox/inbox.sql.ts'\n---\n<p>{inbox}</p>`,
    },
    check: (files) =>
      files
        .filter(isPage)
        .flatMap((file) => chainsTo(file, byPath(files), (_, target) => isServerModule(target)))
        .map((chain) => `${chain}: a page asks Astro.locals.api`),
  },
  {
    rule: 'layouts contain no page bodies: these belong to a feature, a landing or the page',
    over: 'src',
    sample: {
      'src/layouts/Profile.astro': `---\nimport MemberLayout from './MemberLayout.astro'\n---\n<MemberLayout title="Alice" />`,
    },
    check: (files) =>
      files
        .filter(({ path }) => path.startsWith('src/layouts/') && !path.endsWith('Layout.astro'))
        .flatMap(({ path, imports }) =>
          imports
            .filter(({ specifier }) => specifier.endsWith('Layout.astro'))
            .map(({ line }) => `${path}:${line} fills a shell: a page does that`),
        ),
  },
  {
    // The response is 49 kB of JSON, and a page needs a dozen fields of it.
    rule: 'a page reads its viewer from Astro.locals.viewer, never from /site/getParameters',
    over: 'src',
    sample: {
      'src/layouts/MemberLayout.astro': `---\nconst { userInfo } = await api.send('GET /site/getParameters', { query: {} })\n---\n<p>{userInfo?.username}</p>`,
    },
    check: (files) =>
      files
        .filter(isPage)
        .filter(({ text }) => text.includes('getParameters'))
        .map(
          ({ path }) =>
            `${path} names getParameters: what a page knows of its viewer is made once a request`,
        ),
  },
  {
    rule: 'pure, contract, store and client modules load no server module',
    over: 'src',
    sample: {
      'src/features/members/likes/likes.contract.ts': `import { like } from './likes.server.ts'`,
    },
    check: (files) =>
      files
        .filter(
          ({ path }) =>
            /^src\/(features|sites|lib|ui|api)\/.*\.ts$/.test(path) && !isServerModule(path),
        )
        .flatMap((file) => chainsTo(file, byPath(files), (_, target) => isServerModule(target)))
        .map((chain) => `${chain}: only .server and .sql modules load those`),
  },
  {
    rule: 'an import that climbs two folders or more is written by name, a nearer one is relative',
    over: 'all',
    sample: { 'src/features/core/a/b.ts': `import { c } from '../../money/c.ts'` },
    check: (files) =>
      files.flatMap((file) =>
        file.imports
          .filter(({ specifier, file: target }) =>
            specifier.startsWith('#')
              ? !relative(dirname(plain(file.path)), target ?? '').startsWith('../../') &&
                file.path.split('/')[0] === target?.split('/')[0]
              : specifier.startsWith('../../'),
          )
          .map(({ specifier, line }) => `${file.path}:${line}: ${specifier}`),
      ),
  },
  {
    rule: 'a relative import names an existing file, with its extension',
    over: 'all',
    sample: { 'src/lib/a.ts': `import { b } from './b'` },
    check: (files) => {
      const known = new Set(files.map(({ path }) => plain(path)))
      return files.flatMap((file) =>
        file.imports
          .filter(({ specifier }) => specifier.startsWith('.') || specifier.startsWith('#'))
          .filter(
            ({ specifier, file: target }) =>
              !/\.\w+(\?|$)/.test(specifier) ||
              (/\.(tsx?|astro)$/.test(target ?? '') && !known.has(target ?? '')),
          )
          .map(
            ({ specifier, line }) =>
              `${file.path}:${line} imports ${specifier}: there is no such file`,
          ),
      )
    },
  },
  {
    rule: 'nothing imports the build, and src imports no test',
    over: 'all',
    sample: { 'src/lib/a.ts': `import { alice } from '#tests/support/cast.ts'` },
    check: (files) =>
      files.flatMap((file) =>
        file.imports
          .filter(
            ({ file: target }) =>
              target?.startsWith('dist/') ||
              (target?.startsWith('tests/') && file.path.startsWith('src/')),
          )
          .map(({ specifier, line }) => `${file.path}:${line} imports ${specifier}`),
      ),
  },
  {
    // A transaction holds the only connection of PGlite: a query on the outer handle inside it
    // deadlocks.
    rule: 'inside a transaction, queries go to the transaction',
    over: 'src',
    sample: {
      'src/a.server.ts': `services.db.transaction().execute(async (trx) => { await count(trx); await count(services.db) })`,
    },
    check: (files) =>
      files.flatMap(({ path, ast }) =>
        nodesOf(ast)
          .filter((node) => ts.isCallExpression(node))
          .filter((call) => /\.transaction\(\)[\s\S]*\.execute$/.test(call.expression.getText(ast)))
          .flatMap((call) => call.arguments.flatMap((argument) => nodesOf(argument)))
          .filter((node) => ts.isPropertyAccessExpression(node) && node.name.text === 'db')
          .map(
            (node) => `${path}:${lineOf(ast, node)} asks ${node.getText(ast)} inside a transaction`,
          ),
      ),
  },
]
