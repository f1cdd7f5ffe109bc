/**
 * A change of a text field: what stands from `start` to `end` becomes `text`, and `select` is
 * selected then.
 */
export type MarkdownEdit = { start: number; end: number; text: string; select: [number, number] }
export type Selected = { value: string; start: number; end: number }

export type MarkdownShape =
  | 'heading'
  | 'subheading'
  | 'bold'
  | 'italic'
  | 'link'
  | 'list'
  | 'numbers'
  | 'quote'

const marks: Partial<Record<MarkdownShape, string>> = { bold: '**', italic: '_' }

/** The first mark is what a line gets, the pattern what it loses where all lines have it. */
const prefixes: Partial<Record<MarkdownShape, { of(index: number): string; is: RegExp }>> = {
  heading: { of: () => '## ', is: /^## / },
  subheading: { of: () => '### ', is: /^### / },
  list: { of: () => '- ', is: /^[-*] / },
  numbers: { of: (index) => `${index + 1}. `, is: /^\d+\. / },
  quote: { of: () => '> ', is: /^> / },
}
const ANY_PREFIX = /^(?:#{1,6} |[-*] |\d+\. |> )/

/** Gives what is selected a shape, or takes it away where it has it. */
export function shaped(shape: MarkdownShape, selected: Selected): MarkdownEdit {
  const { value, start, end } = selected
  const prefix = prefixes[shape]
  if (prefix) return ofLines(prefix, selected)
  const chosen = value.slice(start, end)
  if (shape === 'link') {
    const text = `[${chosen}](url)`
    const at = start + chosen.length + 3
    return { start, end, text, select: [at, at + 3] }
  }
  const mark = marks[shape] ?? ''
  const [from, to] = [start - mark.length, end + mark.length]
  if (value.slice(from, start) === mark && value.slice(end, to) === mark)
    return { start: from, end: to, text: chosen, select: [from, from + chosen.length] }
  const at = start + mark.length
  return { start, end, text: `${mark}${chosen}${mark}`, select: [at, at + chosen.length] }
}

function ofLines(
  { of, is }: { of(index: number): string; is: RegExp },
  { value, start: from, end: to }: Selected,
): MarkdownEdit {
  const start = value.lastIndexOf('\n', from - 1) + 1
  const next = value.indexOf('\n', to)
  const end = next === -1 ? value.length : next
  const lines = value.slice(start, end).split('\n')
  const text = lines
    .map((line, index) =>
      lines.every((one) => is.test(one))
        ? line.replace(is, '')
        : of(index) + line.replace(ANY_PREFIX, ''),
    )
    .join('\n')
  const last = start + text.length
  return { start, end, text, select: lines.length > 1 ? [start, last] : [last, last] }
}

/** What Enter does in a list: the next part of it or, in an empty one, its end; null elsewhere. */
export function continuedList({ value, start: caret, end }: Selected): MarkdownEdit | null {
  if (caret !== end) return null
  const start = value.lastIndexOf('\n', caret - 1) + 1
  const [, indent = '', mark, words] =
    /^(\s*)([-*]|\d+\.) (.*)$/.exec(value.slice(start, caret)) ?? []
  if (mark === undefined) return null
  const next = /\d/.test(mark) ? `${Number.parseInt(mark, 10) + 1}.` : mark
  const text = words === '' ? '\n' : `\n${indent}${next} `
  const from = words === '' ? start : caret
  return { start: from, end: caret, text, select: [from + text.length, from + text.length] }
}

/** A placeholder at the caret or, of a condition, around what is selected. */
export function inserted(code: string, { value, start, end }: Selected): MarkdownEdit {
  const begins = start === 0 || value[start - 1] === '\n'
  const text = code.startsWith(':::')
    ? `${begins ? '' : '\n'}${code}\n${value.slice(start, end)}\n:::\n`
    : code
  return { start, end, text, select: [start + text.length, start + text.length] }
}
