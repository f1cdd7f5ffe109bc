/**
 * What is in every mail of ours that is answered: a line with the marker, and the beginning of the
 * address that it comes from.
 */
export type Ours = { marker: RegExp; sender: string }

/**
 * `words` are what somebody wrote; `folded` is the rest of their mail, for those who doubt: the
 * mail that they answered, a signature. Nothing of the mail is in neither but empty lines.
 * `isEnded`: the words end where ours begin for certain.
 */
export type AnswerText = { words: string; folded: string; isEnded: boolean }

/** Parts an answer from the mail that it answers, above or below it, and from the signature. */
export function answerIn(text: string, ours: Ours): AnswerText {
  const lines = text.split(/\r\n|[\r\n\u2028\u2029]/).map((line) => line.trimEnd())
  while (lines.at(-1) === '') lines.pop()
  const kept: string[] = []
  const folded: string[] = []
  let isDoubtful = false
  let isEnded = false
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const attribution = attributionAt(lines, at, ours)
    if (isQuote(line)) folded.push(line)
    else if (attribution?.before === 'quote') {
      folded.push(...lines.slice(at, at + attribution.lines))
      at += attribution.lines - 1
    } else {
      const isOurs =
        ours.marker.test(line) || attribution?.before === 'ours' || isHeaderOfOurs(lines, at, ours)
      if (isOurs || attribution?.before === 'end' || isEnd(line)) {
        folded.push(...lines.slice(at))
        isDoubtful = attribution?.before === 'end'
        isEnded = isOurs
        break
      }
      kept.push(line)
    }
  }
  const farewell = takeFarewell(kept)
  const words = paragraphs(kept)
  if (words === '' && isDoubtful) return { words: paragraphs(folded), folded: '', isEnded }
  return { words, folded: paragraphs([...farewell, ...folded]), isEnded }
}

function paragraphs(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/**
 * RFC 3676, 4.3, with the space that many programs drop; “---- original message ----” in any
 * language; Outlook’s line.
 */
function isEnd(line: string): boolean {
  const inner = line.trim()
  return (
    line === '--' ||
    /^_{10,100}$/.test(line) ||
    (inner.length >= 7 &&
      inner.length < 100 &&
      inner.startsWith('---') &&
      inner.endsWith('---') &&
      /[^-]/.test(inner))
  )
}

function isQuote(line: string): boolean {
  return line.startsWith('>')
}

/** The next line that is not empty, within a few. */
function nextWritten(lines: readonly string[], from: number): string | undefined {
  return lines.slice(from, from + 5).find((line) => line !== '')
}

/**
 * The attribution that begins here: “On Monday, the company <address> wrote:”, in any language, of
 * up to three lines. People's own lines end so, too: it is one before a quote, a mail of ours, or
 * nothing.
 */
function attributionAt(
  lines: readonly string[],
  at: number,
  ours: Ours,
): { lines: number; before: 'quote' | 'ours' | 'end' } | null {
  for (let count = 1; count <= 3; count += 1) {
    const some = lines.slice(at, at + count)
    if (some.at(-1) === '' || some.length < count || some.some((line) => line.length > 400))
      return null
    const text = some.join(' ')
    if (!text.endsWith(':') || text.length > 400) continue
    const next = nextWritten(lines, at + count)
    const hasAddress = /[^\s@]@[^\s@]/.test(text)
    if (!hasAddress && !/\b20\d\d\b|\d:\d\d/.test(text)) continue
    if (next !== undefined && isQuote(next)) return { lines: count, before: 'quote' }
    if (!hasAddress) continue
    if (text.includes(ours.sender) || isMarkedSoon(lines, at + count, ours))
      return { lines: count, before: 'ours' }
    if (at + count === lines.length) return { lines: count, before: 'end' }
  }
  return null
}

/** Of our mails the marker is in the first paragraph, which a greeting comes before. */
function isMarkedSoon(lines: readonly string[], from: number, { marker }: Ours): boolean {
  return lines.slice(from, from + 6).some((line) => marker.test(line))
}

const HEADER = /^\*?\p{L}{2,12}\s?:\*?\s/u

/**
 * The header of the answered mail as Outlook writes it, in any language: a few lines of its kind,
 * before our mail.
 */
function isHeaderOfOurs(lines: readonly string[], at: number, ours: Ours): boolean {
  const [first = ''] = lines.slice(at, at + 1)
  if (first.length > 400 || !first.includes('@') || !HEADER.test(first)) return false
  let end = at + 1
  while (end < at + 8 && HEADER.test(lines[end] ?? '')) end += 1
  if (end === at + 1) return false
  const next = nextWritten(lines, end)
  return (
    first.includes(ours.sender) ||
    (next !== undefined && isQuote(next)) ||
    isMarkedSoon(lines, end, ours)
  )
}

const FAREWELL =
  /^(sent from|get outlook for|gesendet|von meinem|envoyé|enviado|inviato|verzonden) .{0,60}$/i

/** Takes “Sent from my phone” off, where it is the last line. */
function takeFarewell(lines: string[]): string[] {
  while (lines.at(-1) === '') lines.pop()
  return FAREWELL.test(lines.at(-1) ?? '') ? lines.splice(-1) : []
}
