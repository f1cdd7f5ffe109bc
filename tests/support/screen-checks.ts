import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { markInWords } from '#core/people/verified.ts'
import { axeSource } from './axe.ts'

export type Look =
  | 'at first'
  | 'at another width'
  | 'in the other scheme'
  | 'what only the first width has'
export type ScreenChecks = { problemsOfScreen: (look: Look) => Promise<string[]> }

/**
 * Defines `problemsOfScreen` in each page of a context: what is wrong with what is on the screen.
 * As an init script a browser takes it in a third of the time of the same text evaluated in the
 * page.
 */
export const screenChecks = `if (self === top) {
  ${axeSource}
  const marked = ${JSON.stringify(markInWords('2026-01-01').split(' on ')[0])}
  globalThis.problemsOfScreen = (look) => (${String(problemsOfScreen)})(look, marked)
}`

/**
 * Runs in the page, for each look in their order. What it sees at first it asks axe about in full;
 * at another width, about what was not there before; in the other scheme, about colours alone,
 * first of all that is there, then of what is there at the first width alone. Layout and focus are
 * looked at wherever they can differ: at each width.
 */
async function problemsOfScreen(look: Look, marked: string): Promise<string[]> {
  const page = globalThis as unknown as {
    axe: typeof axe
    seenAtFirst: Set<Element>
    onlyAtFirst: Element[]
  }
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel()
    else animation.finish()
  }
  const dialog = document.querySelector('dialog:modal')
  const within = dialog ?? document
  const short = (element: Element | null | undefined) =>
    (element?.outerHTML ?? 'nothing').slice(0, 160)
  const shown = () =>
    new Set(
      [...within.querySelectorAll('body *')].filter((element) =>
        element.checkVisibility({ visibilityProperty: true }),
      ),
    )
  const rootsOf = (elements: Set<Element>) =>
    [...elements].filter(
      ({ parentElement }) => parentElement === null || !elements.has(parentElement),
    )
  let asked: Element[] | Element | Document = within
  if (look === 'at first') page.seenAtFirst = shown()
  if (look === 'at another width') {
    const now = shown()
    asked = rootsOf(now.difference(page.seenAtFirst))
    page.onlyAtFirst = rootsOf(page.seenAtFirst.difference(now))
  }
  if (look === 'what only the first width has')
    asked = page.onlyAtFirst.filter(({ isConnected }) => isConnected)
  const isOfColours = look === 'in the other scheme' || look === 'what only the first width has'
  const options: RunOptions = {
    resultTypes: ['violations'],
    preload: false,
    elementRef: true,
    ...(isOfColours
      ? { runOnly: ['color-contrast', 'link-in-text-block'] }
      : {
          rules: {
            'target-size': { enabled: true },
            'label-content-name-mismatch': { enabled: true },
          },
        }),
  }
  const isNothing = Array.isArray(asked) && asked.length === 0
  const violations = isNothing
    ? []
    : (await page.axe.run(Array.isArray(asked) ? { include: asked } : asked, options)).violations
  /** A bar stays while what is under it scrolls. */
  const isBar = (element: Element | null): boolean =>
    element !== null &&
    (['fixed', 'sticky'].includes(getComputedStyle(element).position) ||
      isBar(element.parentElement))
  const problems = violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(
        ({ any }) =>
          id !== 'target-size' ||
          !any.some(({ relatedNodes }) =>
            relatedNodes?.some((related) =>
              isBar((related as { element?: Element }).element ?? null),
            ),
          ),
      )
      .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  )
  if (isOfColours) return problems

  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) problems.push(`is ${scrollWidth} wide`)
  if (dialog && dialog.scrollWidth > dialog.clientWidth)
    problems.push(`the dialog is ${dialog.scrollWidth} wide in ${dialog.clientWidth}`)
  for (const mark of document.querySelectorAll(`span[title^="${marked}"]`)) {
    const words = document.createRange()
    words.setStartAfter(mark)
    words.setEndAfter(mark.parentElement?.lastChild ?? mark)
    const { top, height } = mark.getBoundingClientRect()
    // A blank at the end of a line has no width.
    const lines = [...words.getClientRects()].filter(({ width }) => width > 0)
    if (lines.every((line) => line.top > top + height / 2))
      problems.push(`a mark stands alone on its line: ${short(mark)}`)
  }
  const headings = [...document.querySelectorAll('h1')].filter((heading) =>
    heading.checkVisibility(),
  )
  if (headings.length !== 1) problems.push(`has ${headings.length} h1`)

  const focused = document.activeElement
  if (dialog && !dialog.contains(focused)) problems.push('the dialog does not have the focus')
  const lookOf = (element: Element) => {
    // What shows the focus may be a label or its neighbour, and in a card the picture.
    const around = [
      element,
      element.nextElementSibling,
      element.closest('label'),
      element.parentElement,
      element.parentElement?.parentElement,
    ]
    return [
      ...around,
      ...(element.closest('article')?.querySelectorAll(':scope > *, :scope > * > *') ?? []),
    ]
      .flatMap((one) =>
        one
          ? [
              getComputedStyle(one),
              getComputedStyle(one, '::before'),
              getComputedStyle(one, '::after'),
            ]
          : [],
      )
      .map(({ outline, boxShadow, border, backgroundColor, textDecoration }) =>
        [outline, boxShadow, border, backgroundColor, textDecoration].join(),
      )
      .join()
  }
  // What an open menu covers is there again once it is closed, by Escape or another click.
  const opened =
    dialog ??
    document.querySelector('[popover]:popover-open, details[open] > :not(summary)') ??
    document
  const reach =
    'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary, [tabindex="0"]'
  const kinds = new Map<string, number>()
  const reached = [...opened.querySelectorAll<HTMLElement>(reach)].filter((element) => {
    if (!element.checkVisibility({ visibilityProperty: true })) return false
    // Of many that are alike, the first ones.
    const kind = `${element.tagName} ${element.className} ${element.parentElement?.className}`
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    return Number(kinds.get(kind)) <= 6
  })
  // Forward and back, since a bar covers either end.
  for (const element of [...reached, ...reached.toReversed()]) {
    const isFirstTime = !element.hasAttribute('data-looked-at')
    if (isFirstTime && document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const before = isFirstTime ? lookOf(element) : null
    element.focus({ focusVisible: true })
    // A radio group, for one, has one place in the order.
    if (document.activeElement !== element) continue
    element.setAttribute('data-looked-at', '')
    if (before !== null && lookOf(element) === before)
      problems.push(`shows no focus: ${short(element)}`)
    const { left, width, top, height } = element.getBoundingClientRect()
    if (width <= 1 || height <= 1) continue
    const points = [0.1, 0.5, 0.9].flatMap((x) =>
      [0.1, 0.5, 0.9].map((y) => document.elementFromPoint(left + width * x, top + height * y)),
    )
    const isOwn = (hit: Element | null) =>
      hit !== null &&
      (element.contains(hit) ||
        hit.contains(element) ||
        element.closest('label')?.contains(hit) === true)
    if (!points.some(isOwn))
      problems.push(
        `is covered in focus: ${short(element)} at ${Math.round(left)} ${Math.round(top)} by ${short(points[4])}`,
      )
  }
  for (const element of reached) element.removeAttribute('data-looked-at')
  if (focused instanceof HTMLElement) focused.focus()
  return problems
}
