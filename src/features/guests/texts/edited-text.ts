import type { Client } from '../../../api/client.ts'
import { bodyOf } from '../../../content/kinds.ts'
import { textLocationOf } from '../../../content/source.ts'
import { brandById } from '../../../sites/registry.ts'
import type { FormValues } from '../../../ui/form-answer.ts'
import type { editedTexts } from './drafts.contract.ts'
import { newQuestionPath } from './pages.ts'
import type { DraftStatus } from './revisions.ts'
import { newText, readText } from './text-form.ts'

export type EditedText = {
  path: string
  values: FormValues
  /** The revision that is edited; null for the shipped text. */
  basis: number | null
  draft: { revision: number; standing: DraftStatus; author: string; savedAt: string } | null
  isCopy: boolean
}

/** Loads the text at a path or a new question of a site; null if there is nothing to edit. */
export async function editedText(
  api: Pick<Client, 'send'>,
  path: string,
): Promise<EditedText | null> {
  const site = path.split('/')[1] ?? ''
  const isNew = path === newQuestionPath(site) && (site === 'all' || brandById(site) !== undefined)
  if (!isNew && typeof textLocationOf(path) === 'string') return null
  if (isNew) return { path, values: newText('help', ''), basis: null, draft: null, isCopy: false }
  const texts = await api.send<typeof editedTexts>('GET /staff/content/files', { query: { site } })
  const draft = texts.drafts.find((one) => one.path === path) ?? null
  const file = texts.files.find((one) => one.path === path)
  const text = draft?.text ?? file?.text
  if (text === undefined) return null
  return {
    path,
    values: readText(text),
    basis: draft?.revision ?? file?.revision ?? null,
    draft,
    isCopy: !draft && file?.isOwn === false,
  }
}

export function textAt(path: string): {
  kind: 'legal' | 'help' | 'promo'
  site: string
  name: string
  body: ReturnType<typeof bodyOf>
} {
  const place = path.endsWith('/')
    ? ({ kind: 'help', site: path.split('/')[1] ?? 'all', name: '' } as const)
    : textLocationOf(path)
  const { kind, site, name } =
    typeof place === 'string' ? ({ kind: 'help', site: 'all', name: '' } as const) : place
  return { kind, site, name, body: bodyOf(kind, name) }
}
