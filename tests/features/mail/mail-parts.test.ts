import { expect, test } from 'vitest'
import { wordsOfHtml } from '#mail/html-words.ts'
import { readHead, readWords } from '#mail/mail-parts.ts'

/** What is read of a mail that anybody may have sent. */

const bytes = (text: string) => new TextEncoder().encode(text.replaceAll('\n', '\r\n'))
const head = (lines: string) => readHead(bytes(`${lines}\n\nHello`))
const words = (mail: string) => readWords(bytes(mail))

test('whom a mail names as its author: one, or nobody', async () => {
  expect(await head('From: Alice <Alice@example.org>')).toMatchObject({ from: 'alice@example.org' })
  for (const from of [
    'alice@example.org, bob@example.org',
    'Alice <alice@example.org>, bob@example.org',
    'bob@example.org, alice@example.org',
    'Us: alice@example.org, bob@example.org;',
    'alice@example.org\nFrom: alice@example.org',
    'nobody',
    '',
  ]) {
    expect((await head(`From: ${from}`))?.from).toBeNull()
  }
  expect(await head('Subject: Hello')).toMatchObject({ from: null, messageId: null })
})

test('a header that does not end in its first 64 kB is none', async () => {
  expect(await head(`X: ${'y'.repeat(60_000)}`)).not.toBeNull()
  expect(await head(`X: ${'y'.repeat(64_000)}`)).toBeNull()
})

test('a text is read by its kind, charset and encoding', async () => {
  expect(await words('Subject: x\n\nHello\n')).toEqual({
    text: expect.stringContaining('Hello') as string,
    isCut: false,
    files: [],
  })
  const encoded = await words(
    'Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\nGr=FC=DFe',
  )
  expect(encoded.text.trim()).toBe('Grüße')
  const html = Buffer.from('<p>One &amp; two</p>').toString('base64')
  expect(
    (await words(`Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n${html}`)).text,
  ).toBe('One & two\n')
})

const part = (type: string, body: string, more = '') =>
  `--b\nContent-Type: ${type}\n${more}\n${body}\n`
const mixed = (kind: string, ...parts: string[]) =>
  `Content-Type: multipart/${kind}; boundary="b"\n\n${parts.join('')}--b--\n`

test('of alternatives the text is read, or HTML where the text is empty; of a mixed mail each text, and its files are told', async () => {
  const both = [part('text/html', '<p>From HTML</p>'), part('text/plain', 'From text')]
  expect((await words(mixed('alternative', ...both))).text.trim()).toBe('From text')
  expect(
    (await words(mixed('alternative', part('text/plain', ' \n'), both[0] ?? ''))).text.trim(),
  ).toBe('From HTML')
  const files = await words(
    mixed(
      'mixed',
      part('text/plain', 'Before'),
      part('image/png', 'x', 'Content-Disposition: attachment\n'),
      part('image/png', 'x', 'Content-Disposition: inline\n'),
      part('text/plain', 'a file', 'Content-Disposition: attachment; filename=a.txt\n'),
      part('text/plain', 'After'),
      part('message/rfc822', 'Subject: y\n\nForwarded'),
    ),
  )
  expect(files.isCut).toBe(false)
  expect(files.files.map(({ isInline, body }) => [isInline, String(body).trim()])).toEqual([
    [false, 'x'],
    [true, 'x'],
    [false, 'a file'],
    [false, 'Subject: y\r\n\r\nForwarded'],
  ])
  expect(files.text.split(/\s+/).filter(Boolean)).toEqual(['Before', 'After'])
})

test('at most 200 kB of text, 200 parts and ten levels are read, and what is more is said', async () => {
  const long = await words(
    `Subject: x\n\n${'y'.repeat(199)}\n`.concat(`${'y'.repeat(198)}\n`.repeat(2000)),
  )
  expect([long.isCut, long.text.length <= 200_000]).toEqual([true, true])
  expect(
    await words(mixed('mixed', ...Array.from({ length: 100 }, () => part('text/plain', 'x')))),
  ).toMatchObject({ isCut: false })
  const many = await words(
    mixed('mixed', ...Array.from({ length: 50_000 }, () => part('text/plain', 'x'))),
  )
  expect([many.isCut, many.text.split('x').length]).toEqual([true, 200])
  let deep = 'Content-Type: text/plain\n\nDeep'
  for (let level = 0; level < 100; level += 1)
    deep = `Content-Type: multipart/mixed; boundary=b${level}x\n\n--b${level}x\n${deep}\n--b${level}x--\n`
  expect(await words(deep)).toEqual({ text: '', isCut: true, files: [] })
})

test.each([
  [
    'lines and paragraphs',
    '<p>One</p><p>Two<br>three</p><div>four</div><ul><li>five<li>six</ul>',
    'One\n\nTwo\nthree\n\nfour\nfive\nsix',
  ],
  ['no more white space than is shown', '  One \n\t <b> two</b>&nbsp; three ', 'One two three'],
  [
    'entities',
    '&lt;b&gt; &uuml; &#8364; &#x1F600; &amp;lt; &unknown;',
    '<b> ü € 😀 &lt; &unknown;',
  ],
  [
    'a quote as one',
    'Mine<blockquote type="cite">Yours<br><br>and</blockquote>Mine again',
    'Mine\n> Yours\n>\n> and\nMine again',
  ],
  ['text that is set as it is', '<pre>One\n  two\n</pre>three', 'One\n  two\nthree'],
  [
    'nothing of what is hidden',
    '<head><title>x</title><style>p{}</style></head><!-- <p>x -->One<script>"</p>"</script> two<STYLE>x</STYLE>',
    'One two',
  ],
  ['signs that are no tag', '1 < 2 <3 > 2 <> <', '1 < 2 <3 > 2 <> <'],
  ['what stands behind a tag that never ends', 'One <a href="two', 'One <a href="two'],
])('of HTML is kept: %s', (_, html, text) => {
  expect(wordsOfHtml(html)).toBe(text)
})

test('HTML of a hostile mail is words as long as it, at most', () => {
  for (const piece of [
    '<a href="',
    '<',
    '<!--',
    '<style>',
    '<style',
    '<div',
    '<a ',
    '<blockquote>',
    '</',
    '&',
    '<p> ',
    ' \n',
    '<pre>\n',
    '<style></style>',
  ]) {
    const html = piece.repeat(Math.floor(200_000 / piece.length))
    for (const one of [html, `${html}>`])
      expect(wordsOfHtml(one).length).toBeLessThanOrEqual(one.length)
  }
})
