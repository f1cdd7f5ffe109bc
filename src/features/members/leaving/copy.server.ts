import type { Cell, Collection, Row } from '#api/collections.server.ts'
import { type Feature, handedIn } from '#api/feature.ts'
import type { Services } from '#api/services.server.ts'
import type { Db } from '#db/connection.server.ts'
import { distinct } from '#lib/distinct.ts'
import { escapeHtml } from '#lib/html.ts'
import { recordingsToCopy, viewOnceToCopy, withheldToCopy } from '../messages/leaving.sql.ts'
import { largestFile } from '../photos/files/largest-file.server.ts'
import { photosToCopy } from '../photos/leaving.sql.ts'

/** Everything about a member, in the order of the copy's first page. */
export function collectionsOf(features: readonly Feature[]): readonly Collection[] {
  return distinct('collections', handedIn(features, 'collections'), ({ name }) => name)
}

export type CopiedFile = {
  name: string
  input: AsyncIterable<string> | Uint8Array
  lastModified: Date
}
type Part = { collection: Collection; count: number }

/** An archive takes a second file of a name, and whoever unpacks it loses the first. */
export async function* namedOnce(
  files: AsyncIterable<CopiedFile>,
): AsyncGenerator<CopiedFile, void, undefined> {
  const names = new Set<string>()
  for await (const file of files) {
    if (names.has(file.name)) throw new Error(`two files of a copy are named ${file.name}`)
    names.add(file.name)
    yield file
  }
}

/**
 * The files of one member's copy: for each collection one as JSON and one to read, the photos, the
 * voice messages, and a first page. Each is made while it is read, so that no more than a page of
 * rows or one file is in memory.
 */
export async function* copyOf(
  {
    db,
    photoFiles,
    clock,
    collections,
  }: Pick<Services, 'db' | 'photoFiles' | 'clock' | 'collections'>,
  accountId: number,
  noteProgress: (done: number, total: number) => Promise<void>,
): AsyncGenerator<CopiedFile, void, undefined> {
  const lastModified = clock.now()
  const photos = [
    ...(await photosToCopy(db, accountId)),
    ...(await viewOnceToCopy(db, accountId)),
    ...(await withheldToCopy(db, accountId, 'viewOnce')),
    ...(await filesOf(collections, db, accountId)),
  ]
  const recordings = [
    ...(await recordingsToCopy(db, accountId)),
    ...(await withheldToCopy(db, accountId, 'voice')),
  ]
  const files = [...photos, ...recordings]
  const total = collections.length + files.length + 1
  let done = 0
  await noteProgress(done, total)
  const parts: Part[] = []
  for (const collection of collections) {
    const part = { collection, count: 0 }
    parts.push(part)
    yield {
      name: `data/${collection.name}.json`,
      input: asJson(counted(collection.rows(db, accountId, lastModified), part)),
      lastModified,
    }
    yield {
      name: `pages/${collection.name}.html`,
      input: asPage(collection.title, collection.rows(db, accountId, lastModified)),
      lastModified,
    }
    await noteProgress((done += 1), total)
  }
  const missing: string[] = []
  for (const { file, ...kept } of files) {
    const input =
      'photo' in kept
        ? (await largestFile(photoFiles, kept.photo, null))?.bytes
        : await photoFiles.read(kept.stored)
    if (input) yield { name: file, input, lastModified }
    else missing.push(file)
    await noteProgress((done += 1), total)
  }
  yield {
    name: 'index.html',
    input: firstPage(
      parts,
      { photos: photos.length, recordings: recordings.length },
      missing,
      lastModified,
    ),
    lastModified,
  }
  await noteProgress(total, total)
}

async function filesOf(collections: readonly Collection[], db: Db, accountId: number) {
  const found: Array<{ file: string; stored: string }> = []
  for (const { files } of collections) if (files) found.push(...(await files(db, accountId)))
  return found
}

async function* counted(
  rows: AsyncIterable<Row>,
  part: Part,
): AsyncGenerator<Row, void, undefined> {
  for await (const row of rows) {
    part.count += 1
    yield row
  }
}

async function* asJson(rows: AsyncIterable<Row>): AsyncGenerator<string, void, undefined> {
  let isFirst = true
  for await (const row of rows) {
    yield `${isFirst ? '[\n' : ',\n'}  ${JSON.stringify(row)}`
    isFirst = false
  }
  yield isFirst ? '[]\n' : '\n]\n'
}

async function* asPage(
  title: string,
  rows: AsyncIterable<Row>,
): AsyncGenerator<string, void, undefined> {
  yield head(title, '<p><a href="../index.html">Back to the first page</a></p>')
  let columns: string[] | null = null
  for await (const row of rows) {
    if (columns === null) {
      columns = Object.keys(row)
      yield `<div><table><thead><tr>${columns.map((column) => `<th scope="col">${escapeHtml(inWords(column))}</th>`).join('')}</tr></thead><tbody>\n`
    }
    yield `<tr>${columns.map((column) => `<td>${escapeHtml(cellInWords(row[column] ?? null))}</td>`).join('')}</tr>\n`
  }
  yield columns === null ? '<p>Nothing.</p>\n' : '</tbody></table></div>\n'
  yield '</main></body></html>\n'
}

type Files = { photos: number; recordings: number }

async function* firstPage(
  parts: readonly Part[],
  { photos, recordings }: Files,
  missing: readonly string[],
  at: Date,
): AsyncGenerator<string, void, undefined> {
  yield head(
    'A copy of your data',
    `<p>Made on ${escapeHtml(at.toUTCString())}. Keep it where nobody else reads it.</p>`,
  )
  yield '<p>Each line leads to a page to read; the same is in the folder “data” for programs, as JSON. Times are in UTC.</p>\n<ul>\n'
  for (const { collection, count } of parts) {
    yield `<li><a href="pages/${collection.name}.html">${escapeHtml(collection.title)}</a>: ${count} <a href="data/${collection.name}.json">JSON</a></li>\n`
  }
  yield `<li>The pictures themselves, in the folder “photos”: ${photos}</li>\n`
  yield `<li>The voice messages of your conversations, in the folder “recordings”: ${recordings}</li>\n</ul>\n`
  if (missing.length > 0)
    yield `<p>These could not be read: ${missing.map(escapeHtml).join(', ')}.</p>\n`
  yield '<p>Your password and your links are stored only as hashes, from which nothing can be read. Who reported or blocked you is theirs to tell.</p>\n'
  yield '</main></body></html>\n'
}

function head(title: string, intro: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<style>body{margin:0;font:1rem/1.5 system-ui,sans-serif}main{max-width:70rem;margin:auto;padding:1.5rem}div{overflow-x:auto}table{border-collapse:collapse}th,td{padding:.25rem .75rem .25rem 0;border-bottom:1px solid #ccc;text-align:left;vertical-align:top;white-space:pre-wrap;overflow-wrap:anywhere}</style>
</head><body><main><h1>${escapeHtml(title)}</h1>
${intro}
`
}

/** A column's name as words: `paidUntil` as `paid until`. */
function inWords(column: string): string {
  return column.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function cellInWords(cell: Cell): string {
  if (cell === null) return '–'
  if (cell instanceof Date) return `${cell.toISOString().slice(0, 16).replace('T', ' ')}`
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return Array.isArray(cell) ? cell.join(', ') : String(cell)
}
