import PostalMime, { addressParser, type Header } from 'postal-mime'
import { foldAddress } from '../lib/folding.ts'
import { wordsOfHtml } from './html-words.ts'
import { MAX_HEAD } from './incoming.server.ts'

/** Of all text together that is decoded. */
const MAX_TEXT = 200_000
const MAX_PARTS = 200
const MAX_DEPTH = 10

export type MailHead = {
  headers: Header[]
  /** Folded; null where the mail names nobody as its author, or more than one. */
  from: string | null
  messageId: string | null
}

/**
 * Reads the header alone, of the first bytes of a mail; null where there is none of a bearable
 * length.
 */
export async function readHead(bytes: Uint8Array): Promise<MailHead | null> {
  const part = await partOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  if (part === null) return null
  const valuesOf = (key: string) =>
    part.headers.filter((one) => one.key === key).map(({ value }) => value)
  const authors = valuesOf('from').flatMap((value) => addressParser(value, { flatten: true }))
  const [author] = authors
  return {
    headers: part.headers,
    from: authors.length === 1 && author?.address ? foldAddress(author.address) : null,
    messageId: valuesOf('message-id')[0] ?? null,
  }
}

/** `isCut`: there is more than is read. */
export type MailWords = { text: string; isCut: boolean; files: MailFile[] }

/** A file as it stands in a mail. `isInline`: it is shown among the words. */
export type MailFile = { isInline: boolean; encoding: string; body: Buffer }

/** The text of a mail as words, of HTML where there is nothing else, and the files with it. */
export async function readWords(bytes: Uint8Array): Promise<MailWords> {
  const read: Read = { parts: 0, files: [], left: MAX_TEXT, isCut: false }
  const choices = await choicesIn(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
    read,
    0,
  )
  const texts: string[] = []
  for (const choice of choices) texts.push(await firstWritten(choice, read))
  return { text: texts.join('\n'), isCut: read.isCut, files: read.files }
}

/** Null where its encoding is none in which programs send files. */
export function fileBytes({ encoding, body }: Omit<MailFile, 'isInline'>): Uint8Array | null {
  if (encoding === 'base64') return Buffer.from(body.toString('latin1'), 'base64')
  return ['', '7bit', '8bit', 'binary'].includes(encoding) ? body : null
}

type Read = { parts: number; files: MailFile[]; left: number; isCut: boolean }
type Part = { head: Buffer; headers: Header[]; body: Buffer }
type TextPart = Part & { isHtml: boolean }
/** The same in several ways, the best first. */
type Choice = TextPart[][]

async function partOf(bytes: Buffer): Promise<Part | null> {
  const end = headEnd(bytes.subarray(0, MAX_HEAD))
  if (end === null) return null
  const head = bytes.subarray(0, end.head)
  const { headers } = await PostalMime.parse(head, { maxHeadersSize: MAX_HEAD })
  return { head, headers, body: bytes.subarray(end.body) }
}

function headEnd(bytes: Buffer): { head: number; body: number } | null {
  const found = ['\r\n', '\n'].flatMap((empty) => {
    if (bytes.subarray(0, empty.length).equals(Buffer.from(empty)))
      return [{ head: 0, body: empty.length }]
    const at = bytes.indexOf(`\n${empty}`)
    return at === -1 ? [] : [{ head: at + 1, body: at + 1 + empty.length }]
  })
  return found.toSorted((a, b) => a.head - b.head)[0] ?? null
}

async function choicesIn(bytes: Buffer, read: Read, depth: number): Promise<Choice[]> {
  read.parts += 1
  const part = read.parts > MAX_PARTS || depth > MAX_DEPTH ? null : await partOf(bytes)
  if (part === null) {
    read.isCut = true
    return []
  }
  const valueOf = (key: string) => part.headers.find((one) => one.key === key)?.value ?? ''
  const type = firstWord(valueOf('content-type')) || 'text/plain'
  const boundary = boundaryIn(valueOf('content-type'))
  if (type.startsWith('multipart/') && boundary !== '') {
    const inside: Choice[][] = []
    for (const one of split(part.body, boundary)) {
      inside.push(await choicesIn(one, read, depth + 1))
      if (read.parts > MAX_PARTS) break
    }
    return type === 'multipart/alternative' ? oneOf(inside) : inside.flat()
  }
  const disposition = firstWord(valueOf('content-disposition'))
  if (['text/plain', 'text/html'].includes(type) && disposition !== 'attachment')
    return [[[{ ...part, isHtml: type === 'text/html' }]]]
  read.files.push({
    isInline: disposition === 'inline' || (disposition === '' && valueOf('content-id') !== ''),
    encoding: firstWord(valueOf('content-transfer-encoding')),
    body: part.body,
  })
  return []
}

const firstWord = (value: string) => (value.split(';')[0] ?? '').trim().toLowerCase()

/**
 * RFC 2046, 5.1.1: at most 70 letters, of which none is a semicolon or a quote; '' where none is
 * named.
 */
function boundaryIn(contentType: string): string {
  for (const parameter of contentType.split(';').slice(1)) {
    const [name = '', ...value] = parameter.split('=')
    if (name.trim().toLowerCase() === 'boundary')
      return value.join('=').replaceAll('"', '').trim().slice(0, 100)
  }
  return ''
}

function oneOf(inside: readonly Choice[][]): Choice[] {
  const ways = inside
    .map((choices) => choices.flatMap(([best = []]) => best))
    .filter((way) => way.length > 0)
  const isHtml = (way: readonly TextPart[]) => way.some((one) => one.isHtml)
  return ways.length === 0 ? [] : [[...ways.filter((way) => !isHtml(way)), ...ways.filter(isHtml)]]
}

/** RFC 2046, 5.1: what stands between lines that begin with the boundary. */
function* split(body: Buffer, boundary: string): Generator<Buffer> {
  const line = Buffer.from(`--${boundary}`)
  let from: number | null = null
  for (let at = body.indexOf(line); at !== -1; at = body.indexOf(line, at + line.length)) {
    if (at > 0 && body[at - 1] !== NEW_LINE) continue
    const lineEnd = body.indexOf(NEW_LINE, at)
    const rest = body.subarray(at + line.length, lineEnd === -1 ? body.length : lineEnd)
    if (rest.length > 100 || !/^(--)?\s*$/.test(rest.toString('latin1'))) continue
    if (from !== null) yield body.subarray(from, Math.max(from, at - 1))
    from = lineEnd === -1 || rest.subarray(0, 2).toString('latin1') === '--' ? null : lineEnd + 1
    if (from === null) return
  }
  if (from !== null) yield body.subarray(from)
}

const NEW_LINE = 10

async function firstWritten(choice: Choice, read: Read): Promise<string> {
  for (const way of choice) {
    const texts: string[] = []
    for (const part of way) texts.push(await decoded(part, read))
    const text = texts.join('\n')
    if (text.trim() !== '') return text
  }
  return ''
}

async function decoded({ head, body, isHtml }: TextPart, read: Read): Promise<string> {
  const bytes = body.subarray(0, read.left)
  read.isCut ||= bytes.length < body.length
  read.left -= bytes.length
  const { text = '', html = '' } = await PostalMime.parse(
    Buffer.concat([head, Buffer.from('\r\n'), bytes]),
    { maxHeadersSize: MAX_HEAD },
  )
  return isHtml ? wordsOfHtml(html) : text
}
