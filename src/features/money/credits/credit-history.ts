export type Entry = {
  id: number
  amount: number
  reason: string
  reference: string | null
  at: Date
}

/**
 * Entries of one act: a spend takes from several lots where one is too small. `lastId` is the
 * lowest of their ids.
 */
export type Movement = Omit<Entry, 'id'> & { id: number; lastId: number }

/**
 * The newest `most` movements of entries in falling order. `isCut`: there are more entries than
 * these, so the oldest movement may lack some and waits for the next page.
 */
export function movementsOf(
  entries: readonly Entry[],
  most: number,
  isCut: boolean,
): { movements: Movement[]; older: number | null } {
  const all: Movement[] = []
  for (const { id, ...entry } of entries) {
    const last = all.at(-1)
    if (last && isSameAct(last, entry))
      all[all.length - 1] = { ...last, lastId: id, amount: last.amount + entry.amount }
    else all.push({ id, lastId: id, ...entry })
  }
  const whole = isCut && all.length > 1 ? all.slice(0, -1) : all
  const movements = whole.slice(0, most)
  const hasMore = isCut || whole.length > most
  return { movements, older: hasMore ? (movements.at(-1)?.lastId ?? null) : null }
}

function isSameAct(one: Omit<Entry, 'id'>, other: Omit<Entry, 'id'>): boolean {
  return (
    one.reason === other.reason &&
    one.reference === other.reference &&
    one.at.getTime() === other.at.getTime() &&
    one.amount > 0 === other.amount > 0
  )
}

/** Whom or what the reference of an entry names. */
export type About = { order: number | null; others: number[] }

export function aboutOf({ reference }: Pick<Entry, 'reference'>): About {
  const order = /^order:(\d+)$/.exec(reference ?? '')?.[1]
  const others = /^(?:to|of):([\d,]+)$/.exec(reference ?? '')?.[1]
  return {
    order: order === undefined ? null : Number(order),
    others: others?.split(',').map(Number) ?? [],
  }
}

export function actInWords({ reason, reference, amount }: Omit<Entry, 'id' | 'at'>): string {
  switch (reason) {
    case 'purchase':
      return 'Bought'
    case 'grant':
      return reference === 'welcome' ? 'A welcome from us' : 'Given by us'
    case 'refund':
      return amount > 0 ? 'Given back by us' : 'Taken back with your money paid back'
    case 'message':
      return 'Message'
    case 'magicMessage': {
      const { length } = aboutOf({ reference }).others
      return length === 0
        ? 'One opener to several people'
        : `One opener to ${length === 1 ? 'one person' : `${length} people`}`
    }
    case 'revealLocation':
      return 'Location revealed'
    case 'expiry':
      return 'Expired'
    case 'left':
      return 'Given up when the account was closed'
    default:
      return 'Corrected by us'
  }
}
