import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { settingNames } from '#settings.ts'
import { readRuns, withFigures } from '../bench/figures.ts'

const texts = globSync([
  'README.md',
  'src/**/README.md',
  'tests/**/README.md',
  'src/*.md',
  'src/cli/*.md',
])
const scripts = Object.keys(
  (JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }).scripts,
)

/** Finds code blocks that name their file: ```ts src/…, in a list indented by three spaces. */
function quotesOf(text: string): Array<[file: string, code: string]> {
  const blocks = text.matchAll(/^( *)```\w+ (\S+)\n([\s\S]*?)\n\1```$/gm)
  return Array.from(blocks, ([, indent = '', file = '', code = '']) => [
    file,
    code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  ])
}

function misquoted(text: string): string[] {
  return quotesOf(text)
    .filter(([file, code]) => !existsSync(file) || !readFileSync(file, 'utf8').includes(code))
    .map(([file]) => file)
}

function deadLinks(text: string, file: string): string[] {
  const links = Array.from(text.matchAll(/\]\((?!https?:)([^)#]+)/g), ([, link = '']) => link)
  return links.filter((link) => !existsSync(join(dirname(file), link)))
}

/** Files named in full, of which some are yet to be made: `src/sites/example`. */
function unknownFiles(text: string): string[] {
  const named = Array.from(
    text.matchAll(/`((?:src|tests|public)\/[\w./-]+\.\w+)`/g),
    ([, name = '']) => name,
  )
  return named.filter((name) => !existsSync(name))
}

function unknownScripts(text: string): string[] {
  return Array.from(text.matchAll(/npm run ([\w:]+)/g), ([, name = '']) => name).filter(
    (name) => !scripts.includes(name),
  )
}

describe.each(texts)('%s', (file) => {
  const text = readFileSync(file, 'utf8')

  test('quotes what is in the files', () => expect(misquoted(text)).toEqual([]))
  test('links to what is there', () => expect(deadLinks(text, file)).toEqual([]))
  test('names files that there are', () => expect(unknownFiles(text)).toEqual([]))
  test('names scripts that there are', () => expect(unknownScripts(text)).toEqual([]))
})

test('the top one quotes a contract, its handler and its test', () => {
  expect(
    quotesOf(readFileSync('README.md', 'utf8')).map(([file]) => file.replace(/^.*\/\w+\./, '')),
  ).toEqual(['contract.ts', 'server.ts', 'test.ts'])
})

test('the measurements are those of figures.json, one a row', () => {
  const text = readFileSync('tests/bench/README.md', 'utf8')
  const runs = readRuns()
  expect(withFigures(text, runs)).toBe(text)
  const figures = runs.flatMap(({ figures }) => figures)
  expect(text.match(/^\| `/gm)).toHaveLength(figures.length)
  expect(figures.filter(({ figure }) => /;/.test(String(figure)))).toEqual([])
})

test('the settings are those of the server, each in a row', () => {
  const text = readFileSync('src/settings.md', 'utf8')
  const named = Array.from(text.matchAll(/^\| `([A-Z_\d]+)` \|/gm), ([, name]) => name)
  expect(named.toSorted()).toEqual(settingNames.toSorted())
})

/**
 * The folders that a map names, line by line, under each folder that it opens: `src`,
 * `src/features`, `tests`.
 */
function mapIn(text: string): Record<string, string[][]> {
  const [, map = ''] = /^```\n(src\/\n[\s\S]*?)^```$/m.exec(text) ?? []
  const found: Record<string, string[][]> = {}
  const open: string[] = []
  for (const line of map.split('\n')) {
    const depth = line.search(/\S/) / 2
    const names = Array.from(
      /^\s*((?:[\w-]+\/ ?)*)/.exec(line)?.[1]?.matchAll(/([\w-]+)\//g) ?? [],
      ([, name = '']) => name,
    )
    if (names.length === 0) continue
    if (depth > 0) (found[open.slice(0, depth).join('/')] ??= []).push(names)
    open.splice(depth, open.length, ...names)
  }
  return found
}

const foldersIn = (path: string) =>
  readdirSync(path, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? one.name : []))

const map = mapIn(readFileSync('README.md', 'utf8'))

const wings = readdirSync('src/features').map((wing) => `src/features/${wing}`)

test.each(['src', 'src/features', ...wings, 'tests'])(
  'its map names every folder of %s, and no other',
  (folder) => {
    expect(map[folder]?.flat().toSorted()).toEqual(foldersIn(folder).toSorted())
  },
)

test('a text that is wrong is found', () => {
  const wrong =
    '   ```ts src/lib/clock.ts\n   export const HOUR = 61\n   ```\n[gone](./gone.md) npm run nothing `src/gone.ts`'
  expect([
    misquoted(wrong),
    deadLinks(wrong, 'README.md'),
    unknownFiles(wrong),
    unknownScripts(wrong),
  ]).toEqual([['src/lib/clock.ts'], ['./gone.md'], ['src/gone.ts'], ['nothing']])
})
