import { $requests, allow, type PhotoRequests, seedRequests } from './access.store.ts'

const section = document.querySelector<HTMLElement>('[data-requests]')
if (section) connect(section)

function connect(section: HTMLElement): void {
  const rows = new Map([...section.querySelectorAll<HTMLElement>('[data-person-id]')].map((row) => [Number(row.dataset['personId']), row]))
  seedRequests(JSON.parse(section.dataset['requests'] ?? '') as PhotoRequests)

  section.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-allow]') : null
    const row = button?.closest<HTMLElement>('[data-person-id]')
    const { asking, allowed } = $requests.get()
    const person = [...asking, ...allowed].find(({ id }) => id === Number(row?.dataset['personId']))
    if (!button || !row || !person) return
    const next = row.nextElementSibling ?? row.previousElementSibling
    void allow(person, button.dataset['allow'] === 'true')
    ;(next?.querySelector<HTMLElement>('.photo-answers:not([hidden]) button') ?? section.querySelector('h2'))?.focus()
  })

  $requests.listen(({ asking, allowed }) => {
    for (const [name, people] of [
      ['asking', asking],
      ['allowed', allowed],
    ] as const) {
      const list = section.querySelector<HTMLElement>(`[data-people=${name}]`)
      if (list) list.hidden = people.length === 0
      const shown = people.flatMap(({ id }) => rows.get(id) ?? [])
      for (const row of shown) row.querySelectorAll<HTMLElement>('[data-answers]').forEach((answers) => (answers.hidden = answers.dataset['answers'] !== name))
      list?.querySelector('ul')?.replaceChildren(...shown)
    }
    const nobody = section.querySelector<HTMLElement>('[data-nobody]')
    if (nobody) nobody.hidden = asking.length + allowed.length > 0
  })
}
