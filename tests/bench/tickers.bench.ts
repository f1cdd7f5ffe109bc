import { sql } from 'kysely'
import { memberOf } from '#api/member.server.ts'
import { countNews } from '#members/viewer/tickers.sql.ts'
import { brandById, mainBrand } from '#sites/registry.ts'
import { signIn } from '../support/network.ts'
import { MEMBERS, openMembers, startNetwork } from './network.ts'
import { takeTurns } from './turns.ts'

/** `star` is a member with a thousand unseen likes and views: counting stops at a hundred. */
const network = await startNetwork()
const { db, call, now } = network
const viewers = await signIn(network, await openMembers(db).limit(50).execute())
const [star] = viewers
if (!star) throw new Error('nobody there')
for (const [statement, column] of [
  ['insert into likes (liker_id, liked_id, created_at)', 'likes'],
  ['insert into views (viewer_id, viewed_id, viewed_at)', 'views'],
] as const) {
  await sql`${sql.raw(statement)} select id, ${star.id}, ${now}::timestamptz from accounts where id <> ${star.id} order by id limit 1000 on conflict do nothing`.execute(
    db,
  )
  await sql`analyze ${sql.table(column)}`.execute(db)
}

const scopes = await Promise.all(
  viewers.map(async ({ brand: id, cookie }) => {
    const brand = brandById(id) ?? mainBrand
    const member = await memberOf(network.app.services, cookie.slice('session='.length), brand, now)
    if (!member) throw new Error('nobody is signed in')
    return { brand, member, at: now }
  }),
)
const [starScope] = scopes
const viewer = (turn: number) => viewers[turn % viewers.length] ?? star
const scope = (turn: number) => scopes[turn % scopes.length] ?? scopes[0]

process.stdout.write(`${MEMBERS} members\n`)
await takeTurns(
  db,
  [
    { name: 'select 1', run: () => sql`select 1`.execute(db) },
    {
      name: 'the counting alone',
      run: async (turn) => countNews(db, scope(turn) as NonNullable<typeof starScope>),
      target: 1,
    },
    {
      name: 'the counting alone, for a star',
      run: async () => countNews(db, starScope as NonNullable<typeof starScope>),
    },
    { name: 'GET /event/tickers', run: (turn) => call(viewer(turn), 'GET /event/tickers') },
    {
      name: 'GET /profile/currentCreditsInfo',
      run: (turn) => call(viewer(turn), 'GET /profile/currentCreditsInfo'),
    },
    { name: 'POST /event/newLikes', run: (turn) => call(viewer(turn), 'POST /event/newLikes') },
  ],
  { rounds: 6, runs: 100 },
)
await network.close()
