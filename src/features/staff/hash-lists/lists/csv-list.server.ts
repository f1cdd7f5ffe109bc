import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { HashList, ListedHash } from './hash-list.ts'

const LINE = /^(sha256|pdq),([0-9a-f]{64})(?:,.*)?$/i

/**
 * A file with lines `pdq,<64 hex digits>` or `sha256,<64 hex digits>`, the first of which may name
 * the columns.
 */
export function csvList(path: string): HashList {
  return {
    name: 'file',
    kinds: ['pdq', 'sha256'],
    action: 'hold',
    why: 'It is on the list of hashes that the operator keeps as a file.',
    isWhole: true,
    async *fetch(since) {
      const text = await readFile(path, 'utf8')
      const checkpoint = createHash('sha256').update(text).digest('hex')
      if (checkpoint !== since) yield { hashes: hashesIn(text), checkpoint }
    },
  }
}

function hashesIn(text: string): ListedHash[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (line.trim() === '' || (index === 0 && /^kind,hash/i.test(line))) return []
    const [, kind, hash] = LINE.exec(line.trim()) ?? []
    if (kind === undefined || hash === undefined)
      throw new Error(`line ${index + 1} of the hash list is no hash`)
    return [
      {
        kind: kind.toLowerCase() === 'pdq' ? ('pdq' as const) : ('sha256' as const),
        hash: Buffer.from(hash, 'hex'),
        isWithdrawn: false,
      },
    ]
  })
}
