import { readFile } from 'node:fs/promises'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { artFileOf } from '#cli/site-files.ts'
import { newBrand } from '#cli/site-new/files.ts'
import { contrast, mixed, over, parseOklch, toLinearRgb, type LinearRgb } from '#lib/oklch.ts'
import { commonPrompts } from '#sites/prompts.ts'
import { brands } from '#sites/registry.ts'
import { brandSchema } from '#sites/site.ts'

const read = (path: string) => readFile(new URL(`../../src/${path}`, import.meta.url), 'utf8')
const lean = (css: string) => css.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/\s+/g, ' ')
const layer = lean(await read('styles/inside.css'))
const cards = lean(await read('features/members/search/cards/MemberCard.module.css'))
/** Where else a brand's tokens are read. */
const readers = await Promise.all(
  [
    '../../layouts/MemberLayout.astro',
    '../../pages/dashboard.astro',
    '../../styles/components/dialog.css',
    '../../styles/member-bar.css',
    '../../styles/members.css',
    'search/profile/Gallery.module.css',
    'search/profile/MemberProfile.astro',
    'search/profile/ProfileActs.module.css',
    'search/profile/ProfileFacts.astro',
    'search/profile/Prompts.module.css',
    '../../../public/reactions.svg',
    'messages/chat/BubbleView.module.css',
    'messages/chat/Chat.module.css',
    'messages/inbox/Inbox.module.css',
    'messages/writing/MatchDialog.module.css',
  ].map(async (path) => lean(await read(`features/members/${path}`))),
)
const tokensOf = (css: string) =>
  new Map(
    [...css.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  )
const defaults = new Map([...tokensOf(lean(await read('styles/tokens.css'))), ...tokensOf(layer)])
/** 2 kB is what the look of one brand may cost a member's page, compressed. */
const MOST_BYTES = 2048

const fresh = newBrand('example', 'subscription', [10, 120, 240]).files
const files: ReadonlyArray<readonly [id: string, theme: string, inside: string]> = [
  ...(await Promise.all(
    brands.map(
      async ({ id }) =>
        [
          id,
          await read(`sites/${id}/theme.css`),
          lean(await read(`sites/${id}/inside.css`)),
        ] as const,
    ),
  )),
  [
    'example',
    fresh['sites/example/theme.css'] ?? '',
    lean(fresh['sites/example/inside.css'] ?? ''),
  ],
]

/**
 * What stands under members' text, whose contrast with all text colours contrast.test.ts checks.
 */
const grounds = ['surface', 'raised', 'sunken', 'accent-soft']
const allColours = [
  'surface',
  'raised',
  'sunken',
  'accent-soft',
  'accent',
  'second',
  'third',
  'field',
  'on-field',
  'on-second',
  'on-accent',
  'ink',
  'muted',
]

describe.each(files)('the members’ pages of %s', (id, theme, inside) => {
  const own = tokensOf(inside)
  const all = new Map([...defaults, ...tokensOf(theme), ...own])
  const value = (token: string): string => {
    const found = all.get(token)
    if (found === undefined) throw new Error(`${id} has no --${token}`)
    return found
  }
  /** The colour tokens of a value, through the tokens of which it is made. */
  const coloursIn = (text: string): string[] =>
    [...text.matchAll(/var\(--([\w-]+)\)/g)].flatMap(([, token = '']) =>
      allColours.includes(token) ? [token] : coloursIn(value(token)),
    )
  const raw = (token: string, scheme: 'light' | 'dark') => {
    const [light = '', dark = light] = [...value(token).matchAll(/oklch\([^)]*\)/g)].map(
      ([one]) => one,
    )
    return parseOklch(scheme === 'light' ? light : dark)
  }

  /** Every colour that a ground of colours, gradients and mixes may show. */
  function shown(
    text: string,
    scheme: 'light' | 'dark',
    base: readonly LinearRgb[] = [],
  ): LinearRgb[] {
    const found: LinearRgb[] = []
    const through = (token: string): LinearRgb[] =>
      allColours.includes(token)
        ? [toLinearRgb(raw(token, scheme))]
        : shown(value(token), scheme, base)
    const rest = text.replaceAll(
      /color-mix\(in (oklab|srgb), var\(--([\w-]+)\) (\d+)%, (#000|transparent|var\(--[\w-]+\))\)/g,
      (_, __, first: string, share: string, other: string) => {
        const part = Number(share) / 100
        if (other === 'transparent') {
          const veil = (under: LinearRgb) => over(toLinearRgb(raw(first, scheme)), part, under)
          found.push(...base.flatMap((under) => [veil(under), veil(veil(under))]))
        } else {
          const second =
            other === '#000' ? parseOklch('oklch(0% 0 0)') : raw(other.slice(6, -1), scheme)
          found.push(toLinearRgb(mixed(raw(first, scheme), part, second)))
        }
        return ''
      },
    )
    for (const [, token = ''] of rest.matchAll(/var\(--([\w-]+)\)/g)) found.push(...through(token))
    return found
  }
  const inkOf = (token: string, scheme: 'light' | 'dark') =>
    toLinearRgb(raw(token.slice(6, -1), scheme))
  const lowest = (ink: string, ground: string, scheme: 'light' | 'dark', base?: string) => {
    const under = base === undefined ? [] : shown(base, scheme)
    const all = shown(ground, scheme, under)
    expect(all.length, ground).toBeGreaterThan(0)
    return Math.min(...all.map((one) => contrast(inkOf(ink, scheme), one)))
  }

  it('are told apart by tokens alone: no rules of their own, no file but their art', () => {
    expect(inside).toMatch(
      new RegExp(
        `^@layer tokens \\{ \\[data-brand='${id}'\\] \\{ (?:--[\\w-]+: [^;{}]+; )+\\} \\} $`,
      ),
    )
    expect([...inside.matchAll(/url\(([^)]*)\)/g)].map(([, url]) => url)).toEqual([
      `'/${id}-art.svg'`,
    ])
  })

  it('have no token that nothing reads', () => {
    const sheets = [layer, cards, ...readers, inside].join(' ')
    expect(
      [...own.keys()].filter((token) => !new RegExp(`var\\(--${token}[,)]`).test(sheets)),
    ).toEqual([])
  })

  it('have text on colours alone on which it can be read', () => {
    for (const token of [
      'ground',
      'chat-ground',
      ...['prompt-ground', 'row-ground'].filter((token) => own.has(token)),
    ])
      expect(
        coloursIn(value(token)).filter((colour) => !grounds.includes(colour)),
        token,
      ).toEqual([])
    // The band is a strip above the text.
    for (const token of ['panel-ground', ...(own.has('row-new') ? ['row-new'] : [])])
      expect(
        coloursIn(value(token).replace('var(--band)', '')).filter(
          (colour) => !grounds.includes(colour),
        ),
        token,
      ).toEqual([])
  })

  it.each(['light', 'dark'] as const)(
    'have a greeting, cards and a menu that can be read (%s)',
    (scheme) => {
      const hasPaper = own.has('words-ground')
      const paper = (hasPaper ? value('words-ground') : value('greet-ground')).replace(
        'var(--band)',
        '',
      )
      const ink =
        hasPaper && value('words-ink') !== 'inherit' ? value('words-ink') : value('greet-ink')
      expect(lowest(ink, paper, scheme, 'var(--field)'), 'greeting').toBeGreaterThanOrEqual(4.5)
      expect(
        lowest(value('bar-here-ink'), value('bar-here'), scheme),
        'menu',
      ).toBeGreaterThanOrEqual(4.5)
      if (value('head-ground') !== 'transparent')
        expect(
          lowest(value('head-ink'), value('head-ground'), scheme),
          'bar',
        ).toBeGreaterThanOrEqual(4.5)
      for (const token of ['card-ink', 'card-muted']) {
        const ground = own.get('card-ground') ?? value('ground')
        expect(
          lowest(
            own.get(token) ?? (token === 'card-ink' ? 'var(--ink)' : 'var(--muted)'),
            ground,
            scheme,
            'var(--surface)',
          ),
          token,
        ).toBeGreaterThanOrEqual(4.5)
      }
    },
  )

  it('keep the art beside the greeting, where the words have no paper', () => {
    if (
      own.has('words-ground') ||
      value('greet-art') === 'none' ||
      value('greet-art').includes('17%')
    )
      return
    const left = Number(/(\d+)%$/.exec(value('art-inset'))?.[1])
    expect(left).toBeGreaterThanOrEqual(Number.parseInt(value('words-share'), 10))
  })

  it('cost no more than 2 kB', () => {
    expect(brotliCompressSync(layer + inside).length).toBeLessThanOrEqual(MOST_BYTES)
  })
})

describe('the members’ pages of all brands', () => {
  it('stand each on a ground of their own', () => {
    const set = files
      .slice(0, brands.length)
      .map(([, , inside]) => tokensOf(inside).get('ground') ?? 'plain')
    expect(new Set(set).size).toBe(brands.length)
  })

  it.each([
    [
      'the shape of a card',
      [
        'photo-ratio',
        'photo-radius',
        'photo-pad',
        'photo-edge',
        'card-edge',
        'card-radius',
        'card-step',
      ],
    ],
    [
      'the head of a profile',
      [
        'profile-grid',
        'profile-align',
        'profile-photo',
        'profile-phone',
        'profile-edge',
        'profile-paper',
        'profile-shadow',
      ],
    ],
    [
      'a row of the inbox',
      ['row-ground', 'row-new', 'row-mark', 'row-edge', 'row-radius', 'row-rule', 'row-name'],
    ],
  ])('differ in %s', (_, shaped) => {
    const shapes = files.slice(0, brands.length).map(([, , inside]) => {
      const tokens = tokensOf(inside)
      return shaped.map((token) => tokens.get(token) ?? '').join(' | ')
    })
    expect(new Set(shapes).size).toBe(brands.length)
  })

  it('move each in their own way', () => {
    const ways = files.slice(0, brands.length).map(([, , inside]) => {
      const tokens = tokensOf(inside)
      return ['arrive', 'arrive-clip', 'arrive-time', 'arrive-ease', 'rise']
        .map((token) => tokens.get(token))
        .join(' ')
    })
    expect(new Set(ways).size).toBe(brands.length)
  })

  it('stand still for whoever asked for less motion', async () => {
    for (const css of [
      layer,
      cards,
      lean(await read('features/members/messages/writing/MatchDialog.module.css')),
    ]) {
      expect(css).toContain('prefers-reduced-motion: no-preference')
      expect(withoutMotionBlocks(css)).not.toMatch(/animation|transition/)
    }
  })

  it('speak in eleven voices', () => {
    const plain = brandSchema.shape.voice.parse(undefined)
    const lines = brands.flatMap(({ voice: { welcome, quiet, match, first, nobody, places } }) => [
      ...[welcome, quiet, match, first, nobody],
      ...[places.messages, places.lists, places.search],
    ])
    expect(new Set(lines).size).toBe(lines.length)
    expect(
      lines.filter((line) =>
        [plain.welcome, plain.quiet, plain.match, plain.first, plain.nobody].includes(line),
      ),
    ).toEqual([])
    expect(new Set(brands.map(({ voice }) => voice.greeting)).size).toBe(brands.length)
  })

  it('ask twelve questions each, and rarely the same', () => {
    for (const { id, prompts } of brands) expect([id, prompts.length]).toEqual([id, 12])
    const questions = brands.flatMap(({ prompts }) => prompts.map(({ question }) => question))
    expect(new Set(questions).size).toBe(questions.length)
    expect(
      questions.filter((question) => commonPrompts.some((one) => one.question === question)),
    ).toEqual([])
    expect(commonPrompts).toHaveLength(12)
  })

  it.each([
    ['a key twice', [...commonPrompts.slice(1), ...commonPrompts.slice(1, 2)]],
    ['too few', commonPrompts.slice(0, 5)],
    ['one of 71 characters', [...commonPrompts, { key: 'long', question: 'x'.repeat(71) }]],
    ['a key that no form sends', [...commonPrompts, { key: 'no key', question: 'Is this a key?' }]],
  ])('refuse questions with %s', (_, prompts) => {
    expect(brandSchema.shape.prompts.safeParse([...prompts]).success).toBe(false)
    expect(brandSchema.shape.prompts.safeParse([...commonPrompts]).success).toBe(true)
  })

  it('refuse a greeting without a name', () => {
    expect(brandSchema.shape.voice.safeParse({ greeting: 'Hello' }).success).toBe(false)
  })
})

describe.each(brands.map((brand) => [brand.id, brand] as const))('the art of %s', (id, brand) => {
  it('is a file in both schemes’ colours (`npm run site:files` writes it)', async () => {
    const file = await readFile(new URL(`../../public/${id}-art.svg`, import.meta.url), 'utf8')
    expect(file).toBe(await artFileOf(brand))
    expect(file).toContain('@media(prefers-color-scheme:dark)')
    const set = [...file.matchAll(/--([\w-]+):/g)].map(([, token]) => token)
    expect(
      [...file.matchAll(/var\(--([\w-]+)\)/g)]
        .map(([, token]) => token)
        .filter((token) => !set.includes(token)),
    ).toEqual([])
  })
})

function withoutMotionBlocks(css: string): string {
  let rest = css
  for (;;) {
    const start = rest.indexOf('@media (prefers-reduced-motion: no-preference)')
    if (start === -1) return rest
    let depth = 0
    let end = rest.indexOf('{', start)
    do {
      if (rest[end] === '{') depth += 1
      if (rest[end] === '}') depth -= 1
      end += 1
    } while (depth > 0)
    rest = rest.slice(0, start) + rest.slice(end)
  }
}
