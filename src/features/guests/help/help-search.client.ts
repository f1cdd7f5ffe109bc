import { api, assertRefused } from '#api/client.ts'
import type { Answer } from '#api/contract.ts'
import type { Searchable, searchQuestions } from './help-search.ts'
import { foundInWords, openingOf } from './help-words.ts'
import type { helpIndex } from './help.contract.ts'

/**
 * The questions and their search load at the first focus; until then, or if loading fails, the form
 * opens the server's results.
 */
const PAUSE = 400

const found = document.querySelector<HTMLElement>('[data-help-found]')
const input = document.querySelector<HTMLInputElement>('.help-head form[role=search] input')
if (found && input) searchIn(found, input)

function searchIn(section: HTMLElement, field: HTMLInputElement): void {
  const all = document.querySelectorAll<HTMLElement>('[data-help-all]')
  const list = section.querySelector('[data-help-results]')
  const none = section.querySelector<HTMLElement>('[data-help-none]')
  const count = document.querySelector('[data-help-count]')
  let questions: readonly Searchable[] = []
  let find: typeof searchQuestions = () => []
  let loading: Promise<void> | undefined
  let pause: ReturnType<typeof setTimeout> | undefined

  const load = (): Promise<void> => {
    loading ??= Promise.all([
      api.send<typeof helpIndex>('GET /help/index', { query: {} }),
      import('./help-search.ts'),
    ])
      .then(([index, { searchQuestions }]) => {
        questions = searchable(index)
        find = searchQuestions
      })
      .catch((error: unknown) => {
        // Retries at the next input; meanwhile the form works without script.
        loading = undefined
        assertRefused(error)
      })
    return loading
  }

  async function search(): Promise<void> {
    await load()
    if (questions.length === 0) return
    show()
    clearTimeout(pause)
    pause = setTimeout(showResults, PAUSE)
  }

  function show(): void {
    const query = field.value.trim()
    const isSearch = query !== ''
    const results = isSearch ? find(questions, query) : []
    list?.replaceChildren(...results.map(resultOf))
    section.hidden = !isSearch
    for (const part of all) part.hidden = isSearch
    if (none) none.hidden = !isSearch || results.length > 0
  }

  /** Updates URL and screen reader status after a pause in typing, not at each letter. */
  function showResults(): void {
    const query = field.value.trim()
    if (count)
      count.textContent = query === '' ? '' : foundInWords(list?.children.length ?? 0, query)
    history.replaceState(
      history.state,
      '',
      location.pathname + (query === '' ? '' : `?${new URLSearchParams({ q: query }).toString()}`),
    )
  }

  field.addEventListener('focus', () => void load(), { once: true })
  field.addEventListener('input', () => void search())
  field.form?.addEventListener('submit', (event) => {
    if (questions.length === 0) return
    event.preventDefault()
    clearTimeout(pause)
    show()
    showResults()
  })
  section.querySelector('[data-help-clear]')?.addEventListener('click', (event) => {
    event.preventDefault()
    field.value = ''
    field.focus()
    void search()
  })
}

function searchable({ categories }: Answer<typeof helpIndex>): Searchable[] {
  return categories.flatMap(({ id: category, questions }) =>
    questions.map((question) => ({ ...question, category })),
  )
}

function resultOf({ id, title, html }: Searchable): HTMLLIElement {
  const item = document.createElement('li')
  const link = Object.assign(document.createElement('a'), {
    href: `/help/${id}`,
    textContent: title,
  })
  const opening = Object.assign(document.createElement('p'), {
    className: 'muted',
    textContent: openingOf(html),
  })
  item.append(link, opening)
  return item
}
