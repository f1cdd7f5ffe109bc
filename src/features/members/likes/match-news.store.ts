import { onMount } from 'nanostores'
import { api } from '#api/client.ts'
import { $hint } from '#core/live/stream.store.ts'
import type { widget } from '../search/lists/lists.contract.ts'
import { $liked, $matched } from './likes.store.ts'
import { $match, announceMatch } from './matches.store.ts'

const NEWEST = 12

/** Listens for matches caused by the other member's like while the page can show them. */
onMount($match, () =>
  $hint.listen((hint) => {
    if (hint?.type === 'match') void announce(hint.otherId)
  }),
)

async function announce(id: number): Promise<void> {
  // Of a like in another tab, too.
  $liked.setKey(id, true)
  $matched.setKey(id, true)
  const { members } = await api.send<typeof widget>(
    'GET /widget/{list}/page/{page}/count/{count}',
    {
      params: { list: 'matches', page: 1, count: NEWEST },
    },
  )
  const other = members.find((member) => member.id === id)
  if (other) announceMatch(other)
}
