import { api, assertRefused } from '#api/client.ts'
import type { FormValues } from '#ui/form-answer.ts'
import type { getText } from '../texts.contract.ts'
import { differencesOf } from './text-conflict.ts'
import { $editor, change, renderSoon } from './text-editor.store.ts'
import { wordDiff } from './word-diff.ts'

/** Shows both texts, once somebody else has saved theirs. */
export async function showConflict(mine: FormValues): Promise<void> {
  const now = $editor.get()
  if (!now) return
  try {
    const { writing, draft, published } = await api.send<typeof getText>(
      'GET /staff/content/text',
      { query: { path: now.path } },
    )
    if (!writing) return
    const theirs = writing.values
    change({
      conflict: {
        by: (draft ?? published)?.by ?? '',
        basis: String(writing.basis ?? ''),
        theirs,
        differences: differencesOf(now.fields, { mine, theirs }, wordDiff),
      },
    })
  } catch (error) {
    // Then it is said without the two texts; saving again asks again.
    assertRefused(error)
  }
}

/** The fields have the other's text; what was typed can be brought back. */
export function takeTheirs(mine: FormValues): void {
  const { conflict, turn = 0 } = $editor.get() ?? {}
  if (!conflict) return
  const { theirs, basis } = conflict
  change({
    values: theirs,
    saved: { ...theirs, basis },
    basis,
    turn: turn + 1,
    isUnsaved: false,
    conflict: null,
    putAside: mine,
  })
  void renderSoon(theirs, 0)
}
