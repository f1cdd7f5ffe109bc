import { sql } from 'kysely'
import { openPostgres } from '#db/connection.server.ts'
import { signIn } from '../support/network.ts'
import { MEMBERS, searchingMembers, shownMembers, startNetwork } from './network.ts'
import { type Contestant, takeTurns } from './turns.ts'

/**
 * Through the front door, with 50,000 members; a scan that computes every distance is measured
 * beside it, unless there are so many that it would take most of the time.
 */
const network = await startNetwork()
const { db, call } = network
const viewers = await signIn(network, await searchingMembers(db).limit(50).execute())
const others = await shownMembers(db).limit(400).execute()

const isMany = MEMBERS > 100_000
const target = isMany ? { search: 10, profile: 10 } : { search: 5, profile: 3 }
const get = (name: string, path: (turn: number) => string, most: number): Contestant => ({
  name,
  target: most,
  run: async (turn) => {
    const viewer = viewers[turn % viewers.length]
    if (viewer) await call(viewer, `GET ${path(turn)}`)
  },
})
const search = (name: string, query: string) =>
  get(`search: ${name}`, () => `/search/users?${query}`, target.search)
const list = (name: string, path: string) =>
  get(`list: ${name}`, () => `/widget/${path}/page/1/count/24`, target.search)

// One process, without our indexes, so that all of its work is counted.
const withoutIndexes = ['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan'].map(
  (way) => `-c ${way}=off`,
)
const options = encodeURIComponent(
  [...withoutIndexes, '-c max_parallel_workers_per_gather=0', '-c jit=off'].join(' '),
)
const plain = await openPostgres(`${network.url}?options=${options}`, 1)

await takeTurns(
  db,
  [
    { name: 'select 1', run: () => sql`select 1`.execute(db) },
    search('as it opens', ''),
    search('the country', 'radius=any'),
    search('a crowded circle (London, 25 km)', 'country=GB&place=London&radius=25'),
    search(
      'a crowded circle, ages 30 to 35',
      'country=GB&place=London&radius=50&ageFrom=30&ageTo=35',
    ),
    search('a thin circle (Alice Springs, 250 km)', 'country=AU&place=Alice+Springs&radius=250'),
    search('in between (Reading, 25 km)', 'country=GB&place=Reading&radius=25'),
    search('a wide circle (Leeds, 250 km)', 'country=GB&place=Leeds&radius=250'),
    search('online, with a photo', 'radius=any&online=on&withPhoto=on'),
    search('a small country, ages 30 to 35', 'country=NZ&radius=any&ageFrom=30&ageTo=35'),
    search('the rarest (non-binary, 60 and over)', 'gender=nonbinary&ageFrom=60&radius=any'),
    search(
      'everybody anywhere',
      'gender=woman&gender=man&gender=couple&gender=nonbinary&country=any&radius=any',
    ),
    search('page 20 of the country', 'radius=any&page=20'),
    list('new members', 'newMembers'),
    list('likes you', 'likesYou'),
    list('viewed you', 'viewedYou'),
    get(
      'a profile',
      (turn) => `/profile/view/id/${others[(turn * 7) % others.length]?.id}`,
      target.profile,
    ),
    ...(isMany ? [] : [{ name: '(the distance to everybody)', run: () => distanceToEverybody() }]),
  ],
  { rounds: 6, runs: viewers.length },
)
await plain.close()
await network.close()

async function distanceToEverybody(): Promise<void> {
  await sql`
    select account_id from present_profiles
    where gender in ('woman', 'man')
      and 6371 * 2 * asin(sqrt(power(sin(radians(latitude - 51.5) / 2), 2)
        + cos(radians(51.5)) * cos(radians(latitude)) * power(sin(radians(longitude + 0.12) / 2), 2))) <= 25
    order by last_seen_at desc, account_id desc limit 25`.execute(plain.db)
}
