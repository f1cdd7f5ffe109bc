import { useEffect } from 'react'
import { api } from '../../api/client.ts'
import type { Answer } from '../../api/contract.ts'
import type { discardDraft, editedTexts, noteStanding, publishDraft, removeText, saveText } from './drafts.contract.ts'
import { previewPage } from './pages.ts'
import type { Standing } from './revisions.ts'

type Texts = Answer<typeof editedTexts>
type Draft = Texts['drafts'][number]
type Entry = { file: { path: string; id: null }; data: string }

/** How far a draft has come, in the editor's words and in ours. */
const standingOf: Record<string, Standing> = { draft: 'draft', pending_review: 'review', pending_publish: 'ready' }
const statusOf: Record<Standing, string> = { draft: 'draft', review: 'pending_review', ready: 'pending_publish' }

/** By this name the editor knows that nothing is being written, which is no fault. */
class NoDraft extends Error {
  override name = 'EDITORIAL_WORKFLOW_ERROR'
  readonly notUnderEditorialWorkflow = true
}

/** Whoever has this page has signed in already. */
function SignedIn({ onLogin }: { onLogin: (credentials: object) => void }): null {
  useEffect(() => onLogin({}), [onLogin])
  return null
}

type Editing = {
  /** A brand's id, or `all`. */
  site: string
  username: string
  /** Says what was wrong for as long as it is; null when it no longer is. */
  tell(problem: string | null): void
}

/**
 * Where the editor keeps its texts: with us. What Decap calls a collection and a slug is the kind of a text and
 * its name. What somebody has opened is what they write on, publish and put away: `opened` has its revision, and
 * the server refuses where a colleague has made another one since.
 */
export function publishingBackend({ site, username, tell }: Editing) {
  const opened = new Map<string, number | null>()
  let known: Promise<Texts> | undefined
  const ask = (): Promise<Texts> => (known = api.send<typeof editedTexts>('GET /staff/content/files', { query: { site } }))
  const texts = (): Promise<Texts> => known ?? ask()
  const pathOf = (collection: string, slug: string): string => `${collection}/${site}/${slug}.md`

  async function draftAt(path: string): Promise<Draft> {
    const draft = (await texts()).drafts.find((one) => one.path === path)
    if (!draft) throw new NoDraft('nothing is being written here')
    return draft
  }

  function revisionAt(path: string): number {
    const revision = opened.get(path)
    if (revision === undefined || revision === null) throw new Error('Please open this text again.')
    return revision
  }

  async function act<T>(doing: () => Promise<T>): Promise<T> {
    try {
      const done = await doing()
      tell(null)
      return done
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error))
      throw error
    } finally {
      known = undefined
    }
  }

  return class PublishingBackend {
    isGitBackend(): boolean {
      return false
    }
    async status() {
      return { auth: { status: true }, api: { status: true, statusPage: '' } }
    }
    authComponent() {
      return SignedIn
    }
    restoreUser() {
      return this.authenticate()
    }
    async authenticate() {
      return { name: username, token: '' }
    }
    logout(): void {
      location.assign('/staff/content')
    }
    async getToken(): Promise<string> {
      return ''
    }
    async getMedia(): Promise<[]> {
      return []
    }

    async getEntry(path: string): Promise<Entry> {
      const file = (await texts()).files.find((one) => one.path === path)
      opened.set(path, file?.revision ?? null)
      return { file: { path, id: null }, data: file?.text ?? '' }
    }
    async entriesByFolder(folder: string): Promise<Entry[]> {
      const { files } = await texts()
      return files.filter(({ path }) => path.startsWith(`${folder}/`)).map(({ path, text }) => ({ file: { path, id: null }, data: text }))
    }
    async entriesByFiles(files: Array<{ path: string }>): Promise<Entry[]> {
      const known = (await texts()).files
      return files.flatMap(({ path }) => known.filter((file) => file.path === path).map(({ text }) => ({ file: { path, id: null }, data: text })))
    }

    async unpublishedEntries(): Promise<string[]> {
      return (await ask()).drafts.map(({ path }) => path.replace(`/${site}/`, '/').replace(/\.md$/, ''))
    }
    async unpublishedEntry({ id, ...named }: { id?: string; collection?: string; slug?: string }) {
      const [collection = '', slug = ''] = id?.split('/') ?? [named.collection, named.slug]
      // One is opened, to be written on: as it is now.
      if (id === undefined) await ask()
      const { path, standing, author, savedAt } = await draftAt(pathOf(collection, slug))
      const newFile = !(await texts()).files.some((file) => file.path === path && file.isOwn)
      return { pullRequestAuthor: author, slug, collection, status: statusOf[standing], diffs: [{ id: path, path, newFile }], updatedAt: savedAt }
    }
    async unpublishedEntryDataFile(_collection: string, _slug: string, path: string): Promise<string> {
      const { revision, text } = await draftAt(path)
      opened.set(path, revision)
      return text
    }

    persistEntry({ dataFiles }: { dataFiles: Array<{ path: string; raw: string }> }): Promise<void> {
      return act(async () => {
        for (const { path, raw } of dataFiles) {
          const { revision } = await api.send<typeof saveText>('POST /staff/content/save', { body: { path, text: raw, basis: opened.get(path) ?? null } })
          opened.set(path, revision)
        }
      })
    }
    updateUnpublishedEntryStatus(collection: string, slug: string, status: string): Promise<unknown> {
      const standing = standingOf[status] ?? 'draft'
      return act(() => api.send<typeof noteStanding>('POST /staff/content/standing', { body: { revision: revisionAt(pathOf(collection, slug)), standing } }))
    }
    publishUnpublishedEntry(collection: string, slug: string): Promise<unknown> {
      return act(() => api.send<typeof publishDraft>('POST /staff/content/publish', { body: { revision: revisionAt(pathOf(collection, slug)) } }))
    }
    deleteUnpublishedEntry(collection: string, slug: string): Promise<unknown> {
      return act(() => api.send<typeof discardDraft>('POST /staff/content/discard', { body: { revision: revisionAt(pathOf(collection, slug)) } }))
    }
    deleteFiles(paths: string[]): Promise<void> {
      return act(async () => {
        for (const path of paths) await api.send<typeof removeText>('POST /staff/content/remove', { body: { path } })
      })
    }
    async getDeployPreview(collection: string, slug: string): Promise<{ url: string; status: string }> {
      // The editor adds the page's path, for which this page has no use.
      return { url: `${location.origin}${previewPage(pathOf(collection, slug))}#`, status: 'SUCCESS' }
    }
  }
}
