import { setTimeout as pause } from 'node:timers/promises'
import { directClient } from '../support/direct-client.ts'
import { startProduct } from '../support/processes.ts'
import { readBooks } from './books.ts'
import { type Fault, type Figure, onTheWay, percentile, slowest } from './fault.ts'
import { addWriters, setBlock, type Writer, writeMessage } from './writers.ts'

/**
 * The process is killed while members write. Whatever was acknowledged is there; what was not is
 * sent again with the same key, and is there once. `-- killed pglite` or `postgres`: on one alone;
 * with a number, so many times.
 */
const SIZES = {
  full: { pglite: 200, postgres: 200, writers: 64 },
  short: { pglite: 2, postgres: 1, writers: 12 },
}
const AT_ONCE = 8
const READY = 5000

type Act = { kind: 'message'; words: string } | { kind: 'block' | 'unblock' }
type Person = { writer: Writer; acts: number; flips: number; open: Act | null }
type Log = { acknowledged: string[]; written: string[]; repeated: number; refused: string[] }

export const fault: Fault = async (size, words) => {
  const figures: Figure[] = []
  const { writers } = SIZES[size]
  const given = Number(words.find((word) => /^\d+$/.test(word)) ?? 0)
  const named = (['pglite', 'postgres'] as const).filter((on) => words.includes(on))
  for (const on of named.length > 0 ? named : (['pglite', 'postgres'] as const)) {
    figures.push(...(await killedOn(on, { rounds: given || SIZES[size][on], writers }, size)))
  }
  return figures
}

async function killedOn(
  on: 'pglite' | 'postgres',
  { rounds, writers }: { rounds: number; writers: number },
  size: 'full' | 'short',
): Promise<Figure[]> {
  let people: Person[] = []
  const product = await startProduct(on, async (database) => {
    people = (await addWriters(database, writers)).map((writer) => ({
      writer,
      acts: 0,
      flips: 0,
      open: null,
    }))
  })
  const log: Log = { acknowledged: [], written: [], repeated: 0, refused: [] }
  const starts: number[] = []
  let inFlight = 0
  const tell = onTheWay(size, 10)
  try {
    for (let round = 0; round < rounds; round += 1) {
      const client = directClient(product.process.port)
      const stopping = new AbortController()
      const before = log.acknowledged.length
      const writing = Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) =>
          keepWriting(people, index, client, log, stopping.signal),
        ),
      )
      // Something is acknowledged first; then at any moment.
      while (log.acknowledged.length === before) await pause(5)
      await pause((round * 137) % 1000)
      product.process.signal('SIGKILL')
      stopping.abort()
      await Promise.all([product.process.ended(), writing])
      client.close()
      inFlight += people.filter(({ open }) => open !== null).length
      const from = performance.now()
      await product.process.start()
      await product.process.ready()
      starts.push(performance.now() - from)
      const again = directClient(product.process.port)
      for (const person of people) if (person.open !== null) await repeat(person, again, log)
      again.close()
      tell(
        round + 1,
        () =>
          `${on}: ${round + 1} kills, ${log.acknowledged.length} messages acknowledged, ${inFlight} acts sent again; ${timesOf(starts)}`,
      )
    }
    product.process.signal('SIGKILL')
    await product.process.ended()
    const books = await product.look(readBooks)
    const lost = log.acknowledged.filter((one) => !books.messages.has(one))
    const wrong = log.written.filter((one) => books.messages.get(one) !== 1)
    const unblocked = people.filter(
      ({ writer: { id, blocks }, flips }) =>
        books.blocks.has(`${id}:${blocks}`) !== (flips % 2 === 1) ||
        (books.acts.get(id) ?? 0) !== flips,
    )
    const label = `${on}, ${rounds} kills`
    return [
      {
        what: `${label}: messages acknowledged; … messages lost`,
        figure: `${log.acknowledged.length}; ${lost.length}`,
        aim: '0',
        isReached: lost.length === 0,
      },
      {
        what: '… in flight at a kill, sent again; … of these not there once',
        figure: `${inFlight}; ${wrong.length}`,
        aim: '0',
        isReached: inFlight > 0 && log.repeated === inFlight && wrong.length === 0,
      },
      {
        what: '… blocks that are not as acknowledged',
        figure: String(unblocked.length),
        aim: '0',
        isReached: unblocked.length === 0,
      },
      {
        what: '… half transactions, findings of ledger and audit log',
        figure:
          books.halves.length === 0
            ? '0'
            : `${books.halves.length}: ${books.halves.slice(0, 3).join('; ')}`,
        aim: '0',
        isReached: books.halves.length === 0,
      },
      {
        what: '… other answers than 200',
        figure:
          log.refused.length === 0
            ? '0'
            : `${log.refused.length}: ${[...new Set(log.refused)].slice(0, 3).join('; ')}`,
        aim: '0',
        isReached: log.refused.length === 0,
      },
      {
        what: '… serving again, median; … serving again, slowest',
        figure: timesOf(starts),
        aim: `${READY} ms`,
        isReached: size === 'short' || slowest(starts) <= READY,
      },
    ]
  } finally {
    await product.stop()
  }
}

const timesOf = (starts: readonly number[]) =>
  `${Math.round(percentile(starts, 0.5))} ms; ${Math.round(slowest(starts))} ms`

/** One of the connections: its share of the people act by turns, until the process is gone. */
async function keepWriting(
  people: Person[],
  share: number,
  client: ReturnType<typeof directClient>,
  log: Log,
  stopping: AbortSignal,
): Promise<void> {
  const own = people.filter((_, index) => index % AT_ONCE === share)
  for (let turn = 0; !stopping.aborted; turn += 1) {
    const person = own[turn % own.length] as Person
    person.open = nextAct(person)
    if (person.open.kind === 'message') log.written.push(person.open.words)
    if (!(await isAcknowledged(person, client, log))) return
    // An account may write sixty messages a minute.
    await pause(25)
  }
}

function nextAct(person: Person): Act {
  person.acts += 1
  if (person.acts % 6 === 0) return { kind: person.flips % 2 === 0 ? 'block' : 'unblock' }
  return { kind: 'message', words: `Message ${person.acts} of ${person.writer.id}` }
}

/** False if the connection was cut; the act then stays open. */
async function isAcknowledged(
  person: Person,
  client: ReturnType<typeof directClient>,
  log: Log,
): Promise<boolean> {
  const { open, writer } = person
  if (open === null) return true
  const answer = await (
    open.kind === 'message'
      ? writeMessage(client, writer, open.words)
      : setBlock(client, writer, open.kind)
  ).catch(asCut)
  if (answer === null) return false
  if (answer.status === 200) {
    if (open.kind === 'message') log.acknowledged.push(open.words)
    else person.flips += 1
  } else if (answer.status === 429 && open.kind === 'message')
    log.written.splice(log.written.indexOf(open.words), 1)
  else log.refused.push(`${open.kind} ${answer.status} ${answer.text.slice(0, 60)}`)
  person.open = null
  return true
}

/** The process was killed meanwhile; a question that hangs has no code. */
function asCut(error: NodeJS.ErrnoException): null {
  if (error.code === undefined) throw error
  return null
}

async function repeat(
  person: Person,
  client: ReturnType<typeof directClient>,
  log: Log,
): Promise<void> {
  if (await isAcknowledged(person, client, log)) log.repeated += 1
}
