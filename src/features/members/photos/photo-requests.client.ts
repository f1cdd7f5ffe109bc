import { $requests, allow, type PhotoRequests, seedRequests } from './access.store.ts'
import type { Lasts } from './access.ts'
import { showMoments, untilInWords } from './until.client.ts'

const section = document.querySelector<HTMLElement>('[data-requests]')
if (section) connect(section)

function connect(section: HTMLElement): void {
  const rows = new Map(
    [...section.querySelectorAll<HTMLFormElement>('[data-person-id]')].map((form) => [
      Number(form.dataset['personId']),
      form,
    ]),
  )
  seedRequests(JSON.parse(section.dataset['requests'] ?? '') as PhotoRequests)
  showMoments(section)

  section.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement)) return
    event.preventDefault()
    const { asking, allowed } = $requests.get()
    const person = [...asking, ...allowed].find(({ id }) => id === Number(form.dataset['personId']))
    if (!person) return
    const act = event.submitter?.getAttribute('value')
    const lasts = new FormData(form).get('lasts') as Lasts
    const row = form.closest('li')
    const next = row?.nextElementSibling ?? row?.previousElementSibling
    void allow(person, act === 'allow' ? lasts : null)
    if (!form.isConnected)
      (
        next?.querySelector<HTMLElement>('.photo-answers button') ?? section.querySelector('h2')
      )?.focus()
  })

  $requests.listen(({ asking, allowed }) => {
    for (const [name, people] of [
      ['asking', asking],
      ['allowed', allowed],
    ] as const) {
      const list = section.querySelector<HTMLElement>(`[data-people=${name}]`)
      if (list) list.hidden = people.length === 0
      const focused = document.activeElement
      list?.querySelector('ul')?.replaceChildren(
        ...people.flatMap(({ id, username, until }) => {
          const form = rows.get(id)
          if (!form) return []
          const isAllowed = name === 'allowed'
          const word = (place: string, text: string) =>
            form.querySelector(place)?.replaceChildren(text)
          word('[data-allow-word]', isAllowed ? 'Change' : 'Allow')
          word('[data-stop-word]', isAllowed ? 'Stop' : 'No')
          word('[data-stop-whom]', isAllowed ? ` showing them to ${username}` : `, not ${username}`)
          word(
            '[data-until]',
            until === null
              ? 'Until you take it back'
              : `Until ${untilInWords(until, section.dataset['locale'] ?? '')}`,
          )
          form.querySelector<HTMLElement>('[data-until]')?.toggleAttribute('hidden', !isAllowed)
          const item = form.closest('li') ?? document.createElement('li')
          if (form.parentElement !== item) item.append(form)
          return [item]
        }),
      )
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus()
    }
    const isEmpty = asking.length + allowed.length === 0
    section.querySelector<HTMLElement>('[data-nobody]')?.toggleAttribute('hidden', !isEmpty)
    section.querySelector<HTMLElement>('[data-somebody]')?.toggleAttribute('hidden', isEmpty)
  })
}
