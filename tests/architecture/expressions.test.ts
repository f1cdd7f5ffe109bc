import { expect, test } from 'vitest'
import { bounded, expressionsIn, problemOf } from './expressions.ts'
import { parseAll, sourcesIn } from './sources.ts'

/**
 * One expression that goes back over what it has read stops everybody: 49,000 letters took seconds.
 */

const literals = expressionsIn(sourcesIn('src'))
const nameOf = ({ path, text }: { path: string; text: string }) => `${path} ${text}`

test('every expression that meets people’s text reads it once, or its text is bounded where it stands', () => {
  const verdicts = new Map<string, string | null>()
  const found: string[] = []
  for (const literal of literals) {
    if (nameOf(literal) in bounded) continue
    if (!verdicts.has(literal.text)) verdicts.set(literal.text, problemOf(literal.text))
    const problem = verdicts.get(literal.text)
    if (problem) found.push(`${literal.path}:${literal.line} ${literal.text} ${problem}`)
  }
  expect(found).toEqual([])
})

test('every exception is still there', () => {
  const names = new Set(literals.map(nameOf))
  expect(Object.keys(bounded).filter((name) => !names.has(name))).toEqual([])
})

test.each([
  ['/[^ ]+@[^ ]*/', '2nd degree polynomial'],
  ['/^(a+)+$/', 'exponential'],
  ['/^[a-z]{1,80}$/', null],
  ['/^a?b{3}$/', null],
])('of %s the checker says %s', (text, problem) => {
  expect(problemOf(text)).toBe(problem)
})

test('expressions are found in code, markup and scripts', () => {
  const page =
    "---\nconst a = /a+/\n---\n<p>{list.map((one) => one.replace(/b+/, ''))}</p>\n<script>const c = /c+/</script>\n"
  expect(
    expressionsIn(
      parseAll({
        'src/pages/x.astro': page,
        'src/x.ts': 'const d = /d+/',
        'src/cli/y.ts': 'const e = /e+/',
      }),
    ),
  ).toMatchObject([
    { path: 'src/pages/x.astro', text: '/a+/', line: 2 },
    { path: 'src/pages/x.astro', text: '/c+/', line: 5 },
    { path: 'src/x.ts', text: '/d+/', line: 1 },
  ])
})
