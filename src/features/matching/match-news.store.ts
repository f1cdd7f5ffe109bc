import { onMount } from 'nanostores'
import { api } from '../../api/client.ts'
import type { widget } from '../discovery/lists.contract.ts'
import { $hint } from '../live/stream.store.ts'
import { $match, announceMatch } from './matches.store.ts'

/** A match of this minute is among the newest. */
const NEWEST = 12

/** While a page can show a match, it hears of those that somebody else's like makes. */
onMount($match, () =>
  $hint.listen((hint) => {
    if (hint?.type === 'match') void announce(hint.otherId)
  }),
)

async function announce(id: number): Promise<void> {
  const { members } = await api.send<typeof widget>('GET /widget/{list}/page/{page}/count/{count}', {
    params: { list: 'matches', page: 1, count: NEWEST },
  })
  const other = members.find((member) => member.id === id)
  // Nobody, where they took it back or left in the meantime: then there is no match to celebrate.
  if (other) announceMatch(other)
}
