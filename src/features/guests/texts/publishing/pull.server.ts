import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseSource } from '#content/source.ts'
import type { Db } from '#db/connection.server.ts'
import { liveRevisions } from '../history/revisions.sql.ts'

export type Pulled = { path: string; done: 'written' | 'deleted' | 'unchanged' | 'refused' }

/** For git, so that the next deployment ships them. Skips texts whose path is no longer valid. */
export async function pullTexts(db: Db, directory: string): Promise<Pulled[]> {
  const pulled: Pulled[] = []
  for (const { path, body } of await liveRevisions(db))
    pulled.push({ path, done: await pullText(directory, path, body) })
  return pulled
}

async function pullText(
  directory: string,
  path: string,
  body: string | null,
): Promise<Pulled['done']> {
  const file = join(directory, path)
  const present = await textAt(file)
  if (body === present) return 'unchanged'
  if (!parseSource({ path, text: body ?? present ?? '' }).source) return 'refused'
  if (body === null) {
    await rm(file)
    return 'deleted'
  }
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, body)
  return 'written'
}

async function textAt(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
