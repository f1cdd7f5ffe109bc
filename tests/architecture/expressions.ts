import { createRequire } from 'node:module'
import ts from 'typescript'
import { nodesOf, readText, type Source } from './sources.ts'

export type Literal = { path: string; text: string; line: number }

/** Run by developers and operators, on files of the repository. */
const ofNobodysText = /^src\/(cli|demo|sandbox|db\/migrations)\/|\.mjs$/

/** In whose place any number of letters may be read again from each beginning. */
const repetition = /[*+]|\{\d+,\d*\}/
const classesAndEscapes = /\\.|\[(?:\\.|[^\]\\])*\]/g

export function expressionsIn(sources: readonly Source[]): Literal[] {
  return sources
    .filter(({ path }) => !ofNobodysText.test(path))
    .flatMap((source) =>
      nodesOf(source.ast)
        .filter(ts.isRegularExpressionLiteral)
        .map((node) => ({
          path: source.path.replace('<script>', ''),
          text: node.text,
          line: source.ast.getLineAndCharacterOfPosition(node.getStart()).line + 1,
        })),
    )
}

// Its own entry starts a thread, and a program where there is one for the machine: another verdict
// on another machine.
const { checkSync } = createRequire(import.meta.url)(
  'recheck/lib/browser.js',
) as typeof import('recheck')

/**
 * What the checker called linear. An expression that does not stand here is checked at each run,
 * for up to some seconds; one that is linear may be added by hand.
 */
const linear = new Set(readText('tests/architecture/linear-expressions.txt').split('\n'))

/**
 * Null for an expression whose time grows with the length of its text alone, else what the checker
 * says.
 */
export function problemOf(text: string): string | null {
  const end = text.lastIndexOf('/')
  const [source, flags] = [text.slice(1, end), text.slice(end + 1)]
  if (linear.has(text) || !repetition.test(source.replaceAll(classesAndEscapes, '.'))) return null
  // An hour: on a machine with other work a verdict waits, and is the same.
  const verdict = checkSync(source, flags, { checker: 'automaton', timeout: 3_600_000 })
  if (verdict.status === 'safe') return null
  return verdict.status === 'vulnerable' ? verdict.complexity.summary : verdict.error.kind
}

/**
 * What the checker refuses, cannot decide or takes long to, by `<file> <expression>`, with what
 * bounds the time.
 */
export const bounded: Readonly<Record<string, string>> = {
  'src/api/navigation.ts /^prefetch(?:;(?!.*prerender)|$)/':
    'looks ahead once, in a header of at most 16 kB',
  'src/db/statement-watch.server.ts /(?<![\\w$])\\d[\\d.]*/g':
    'looks back one letter, in statements of our own',
  'src/features/core/accounts/usernames/usernames.ts /[._-]+|(?<=\\p{Ll})(?=\\p{Lu})/u':
    'looks back and ahead one letter',
  'src/features/money/processors/verotel/control-center.server.ts /^([\'"])(.*)\\1$/g':
    'begins once, in a line of the processor’s answer',
  "src/features/members/reports/contacts/contacts.ts /^'+|'+$|\\.+$/g":
    'a piece of at most 254 letters',
  'src/features/core/rules/message-words.ts /(?<![a-z0-9])[a-z0-9](?:[ ._*-]{1,2}[a-z0-9](?![a-z0-9])){3,}/g':
    'looks back and ahead one letter',
  'src/features/staff/hash-lists/lists/csv-list.server.ts /^(sha256|pdq),([0-9a-f]{64})(?:,.*)?$/i':
    'begins once, in a line of the operator’s file',
  'src/features/members/photos/files/s3-files.server.ts /<Key>([^<]*)<\\/Key>\\s*<LastModified>([^<]*)</g':
    'is linear after six seconds, in answers of the operator’s bucket',
  'src/features/core/places/region-codes.ts /\\S+ \\S+/g': 'the table above it',
  'src/features/guests/help/help-words.ts /[\\s,;:.–-]+$/': 'the 140 letters of an opening',
  'src/front-door/answers.ts /(?<!\\/)\\/+$/':
    'looks back one letter, so that it begins once in a row of slashes',
  'src/layouts/brand-styles.ts /font-family:\\s*(?:\'([^\']+)\'|"([^"]+)"|([^;}\'"]+))/':
    'styles of the repository',
  'src/lib/error-report.ts /^(?:(?:async|new|get|set) )*[\\w$.#<>]{1,80}$/':
    'a name of at most 200 letters',
  'src/features/money/processors/ccbill/env.server.ts /^(?<brand>[a-z]+):(?<subaccount>\\d{4}):(?<form>[\\w-]{8,60}):(?<salt>\\w{8,60})$/':
    'a setting of the operator’s',
  'src/features/money/processors/verotel/env.server.ts /^(?<brand>[a-z]+):(?<shop>\\d{1,12}):(?<key>\\w{8,80})$/':
    'a setting of the operator’s',
  'src/sites/crawlers.ts /(?<=^\\/\\w+)\\/$/': 'routes of our own',
  'src/sites/prefetched-pages.ts /^(?:\\/[a-z]+)?\\/(?:messages|search(?:\\/\\d+)?|plist\\/[a-z]+\\/\\d+|profile\\/edit\\/(?:profile|settings|managePhotos|dates))$/':
    'is linear after three seconds, and begins once, in a link of a page',
  'src/sites/routes.ts /^\\/(?![/\\\\])[\\x21-\\x5b\\x5d-\\x7e]*$/':
    'looks ahead one letter, in a path of at most 500',
}
