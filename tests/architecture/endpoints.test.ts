import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, errorsOf, refusalsOf } from '../../src/api/contract.ts'
import { errorCodes } from '../../src/api/errors.ts'
import { openApiDocument } from '../../src/api/openapi.server.ts'
import { handlers } from '../../src/app.server.ts'
import { ownPath } from '../../src/sites/routes.ts'
import { filesIn, readText } from './sources.ts'

const registered = handlers.map(({ endpoint }) => endpoint)
const nameOf = ({ method, path }: Endpoint) => `${method.toUpperCase()} ${path}`

const contracts = filesIn('src').filter((path) => path.endsWith('.contract.ts'))
const declared = (
  await Promise.all(
    contracts.map(async (file) => {
      const module = (await import(
        pathToFileURL(join(import.meta.dirname, '..', '..', file)).href
      )) as Record<string, unknown>
      return Object.values(module)
        .filter(isEndpoint)
        .map((endpoint) => ({ file, endpoint }))
    }),
  )
).flat()

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' &&
    value !== null &&
    'method' in value &&
    'path' in value &&
    'access' in value
  )
}

const tested = filesIn('tests')
  .filter((path) => /^tests\/(features|api|attacks)\/.*\.test\.ts$/.test(path))
  .map(readText)
  .join('\n')

const document = openApiDocument(registered)

test('every contract’s endpoints have a handler in app.server.ts, and every handler a contract', () => {
  expect(registered.map(nameOf).toSorted()).toEqual(
    declared.map(({ endpoint }) => nameOf(endpoint)).toSorted(),
  )
})

test('no method and path has two handlers', () => {
  const names = registered.map(nameOf)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('no endpoint hides behind an earlier one that takes any name', () => {
  const hidden = registered.flatMap((endpoint, index) => {
    const earlier = registered
      .slice(0, index)
      .find(
        (one) =>
          one.method === endpoint.method &&
          patternOf(one.path).test(endpoint.path.replaceAll(/[{}]/g, '')),
      )
    return earlier ? [`${nameOf(endpoint)} is never reached: ${nameOf(earlier)} comes first`] : []
  })
  expect(hidden).toEqual([])
})

test('a form that was posted finds one endpoint, and leads to a page of ours', () => {
  const pages = registered.flatMap(({ path, pageForm, answer }) =>
    pageForm
      ? [
          {
            path: pageForm.path ?? path,
            next: pageForm.next,
            says: namesNext(answer) || pageForm.shows === true,
          },
        ]
      : [],
  )
  for (const { path, next, says } of pages) {
    expect(pages.filter((other) => other.path === path)).toHaveLength(1)
    // Either the response or the contract defines the redirect, or the form's page shows the
    // response.
    expect([path, next === undefined]).toEqual([path, says])
    if (next !== undefined) expect(ownPath(next)).toBe(next)
  }
})

/** Pages of staff that hold several forms, and show each again with what was typed. */
const staffPages = {
  preserved: ['listFeedback', 'copyAsk'],
  queue: ['decideAppeal', 'decidePose', 'decideRemoval', 'judgePhoto'],
  fraud: ['markFraudHit', 'switchFraudRule'],
  'second-factor': ['verify', 'setUpFactor'],
  tickets: ['beginAnswer', 'ticket'],
} as const

/**
 * Forms that share the page of a refused one, each with its reason. Every other form has a page of
 * its own.
 */
const shared: Readonly<Record<string, { forms: readonly string[]; why: string }>> = {
  ...Object.fromEntries(
    Object.entries(staffPages).map(([name, acts]) => [
      name,
      {
        forms: acts.map((act) => `/staff/${act}`),
        why: 'forms of one page, which is shown again with what was typed',
      },
    ]),
  ),
  'pose-check': {
    forms: ['beginPoseCheck', 'sendPose', 'withdrawPoseCheck'].map((act) => `/image/${act}`),
    why: 'steps of one section of the page of photos, which is shown again',
  },
  index: {
    forms: [
      '/date/end',
      '/event/{name}',
      '/help/log',
      '/image/access',
      '/image/manage',
      '/image/upload',
      '/message/calmWarning',
      '/message/deleteForBoth',
      '/message/dismissFraudNotice',
      '/message/hide',
      '/message/markAsRead',
      '/message/mute',
      '/message/notNow',
      '/message/pin',
      '/message/react',
      '/message/reportViewOnce',
      '/message/unread',
      '/message/withdrawViewOnce',
      '/profile/blockUser',
      '/profile/dismissDecisionNotice',
      '/profile/endSession',
      '/profile/endVisiting',
      '/profile/hideHint',
      '/profile/lockNow',
      '/profile/reportAbuse',
      '/profile/requestPhoto',
      '/profile/revealMessage',
      '/profile/saveSettings',
      '/profile/setFirstMessages',
      '/profile/setSafeMode',
      '/profile/setShownTo',
      '/registration/justRegistered',
      '/search/deleteSaved',
      '/search/save',
      '/site/chooseCookies',
      '/site/confirmAdult',
      '/site/confirmRequest',
      '/site/resendWelcomeEmail',
      '/site/signout',
      '/staff/content/publish',
      '/userUpdate/delete',
      '/userUpdate/restore',
    ],
    why: 'buttons, choices, and fields on pages that cannot be shown without their data: the page says why, and what was typed is one step back in the browser',
  },
  'edit-profile': {
    forms: [
      'answerPartner',
      'changeLocation',
      'endPartner',
      'invitePartner',
      'prompts',
      'save',
      'visiting',
    ].map((act) => `/profile/${act}`),
    why: 'parts of one page, which is shown again with what was typed',
  },
  'member-file': {
    forms: ['actOnMember', 'memberNote'].map((act) => `/staff/${act}`),
    why: 'parts of one page, which is shown again with what was typed',
  },
  unsubscribe: {
    forms: ['index', 'resubscribe'].map((act) => `/unsubscribe/${act}`),
    why: 'either is refused only because its link does not work, and the page says so',
  },
}

type Form = Pick<Endpoint, 'path' | 'pageForm'>

/** What is wrong with the pages of refused forms: one line each. */
function wrongPages(forms: readonly Form[], pages: readonly string[]): string[] {
  const byName = Map.groupBy(
    forms.filter(({ pageForm }) => pageForm !== undefined && pageForm.page === undefined),
    ({ pageForm }) => pageForm?.name ?? 'index',
  )
  return [
    ...[...byName.keys()]
      .filter((name) => !pages.includes(name))
      .map((name) => `${name} has no page in src/pages/form`),
    // `index` is also the page for bodies that are too large, whichever form sent them.
    ...pages
      .filter((name) => name !== 'index' && !byName.has(name))
      .map((name) => `${name} is the page of no form`),
    ...[...byName].flatMap(([name, of]) => {
      const paths = of.map(({ path }) => path)
      const known = shared[name]?.forms ?? paths.slice(0, 1)
      return paths
        .filter((path) => !known.includes(path))
        .map((path) => `${path} shares the page ${name}: say why, or give it one`)
    }),
  ]
}

test('a form that was refused has a page of its own, or shares one for a reason, and every such page has a form', () => {
  expect(
    wrongPages(
      registered,
      filesIn('src/pages/form').map((path) => basename(path, '.astro')),
    ),
  ).toEqual([])
})

/** Forms that their own page shows again, and of which it does not speak. */
function unshownForms(forms: readonly Form[], read: (path: string) => string): string[] {
  return forms.flatMap(({ pageForm }) =>
    pageForm?.page !== undefined &&
    !read(`src/pages${pageForm.page.split('?')[0]}.astro`).includes(`refused('${pageForm.name}')`)
      ? [`${pageForm.page} does not show ${pageForm.name}`]
      : [],
  )
}

test('a form that was refused is shown on the page it stands on, where that is named', () => {
  expect(unshownForms(registered, readText)).toEqual([])
  const forms: Form[] = [
    { path: '/gift/send', pageForm: { name: 'gift', page: '/gifts?screen=new' } },
    { path: '/gift/return', pageForm: { name: 'return', page: '/gifts' } },
  ]
  expect(unshownForms(forms, () => "<Gift {...refused('gift')} />")).toEqual([
    '/gifts does not show return',
  ])
})

test('a form without its page, a page without its form and a page that is shared without a reason are found', () => {
  const form = (path: Endpoint['path'], name: string): Form => ({ path, pageForm: { name } })
  const forms = [
    form('/gift/send', 'gift'),
    form('/gift/return', 'gift'),
    form('/gift/thank', 'thanks'),
    form('/date/share', 'share-date'),
  ]
  expect(
    wrongPages([...forms, { path: '/gift/all' }], ['index', 'gift', 'share-date', 'wrapping']),
  ).toEqual([
    'thanks has no page in src/pages/form',
    'wrapping is the page of no form',
    '/gift/return shares the page gift: say why, or give it one',
  ])
})

test.each(Object.entries(shared))('the forms of the page %s share it', (name, { forms }) => {
  const sharing = registered.flatMap(({ path, pageForm }) =>
    pageForm && (pageForm.name ?? 'index') === name ? [path] : [],
  )
  expect(sharing.toSorted()).toEqual(forms.toSorted())
})

describe.each(declared.map(({ file, endpoint }) => ({ name: nameOf(endpoint), file, endpoint })))(
  '$name ($file)',
  ({ endpoint }) => {
    test('is in openapi.json, with each of its errors', () => {
      const operation = document.paths[endpoint.path]?.[endpoint.method] as {
        summary: string
        responses: Record<string, { description: string }>
      }
      expect(operation.summary).toMatch(/^[A-Z]/)
      for (const code of errorsOf(endpoint)) {
        const [status, title] = errorCodes[code]
        expect(operation.responses[status]?.description).toContain(`${code}: ${title}`)
      }
    })

    test('names no error that its declaration implies', () => {
      expect((endpoint.errors ?? []).filter((code) => refusalsOf(endpoint).includes(code))).toEqual(
        [],
      )
    })

    test('is asked by its path in a test of features, api or attacks', () => {
      expect(pathAsAsked(endpoint.path).test(tested)).toBe(true)
    })

    test('changes something only as a POST, save the GETs that the specification names', () => {
      const named = ['/site/signout', '/event/updateLastViewedOneclickPopupOnExit']
      const changes = [endpoint.body, endpoint.form, endpoint.pageForm].some(
        (part) => part !== undefined,
      )
      const mayChange = endpoint.method !== 'get' || named.includes(endpoint.path)
      expect(mayChange || !changes).toBe(true)
    })
  },
)

function namesNext(answer: Endpoint['answer']): boolean {
  return answer instanceof z.ZodObject && 'next' in answer.shape
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

/**
 * Matches a path as tests write it: `/image/delete/id/{id}` literally, with a value, or with
 * `${…}`.
 */
function pathAsAsked(path: string): RegExp {
  const parts = path
    .split(/\{\w+\}/)
    .map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`${parts.join(String.raw`(?:\{\w+\}|\$\{[^}]*\}+|[\w%-]+)`)}(?![\\w/])`)
}
