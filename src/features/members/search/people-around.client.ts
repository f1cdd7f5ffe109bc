import { api, assertRefused } from '../../../api/client.ts'
import type { Answer } from '../../../api/contract.ts'
import { initial } from '../../../ui/initial.ts'
import { sourcesOf, srcOf } from '../../core/people/pictures.ts'
import type { geoProfiles } from './geo-profiles.contract.ts'

/** Loads when its place comes near, since most looks at a profile end before. */
const section = document.querySelector<HTMLElement>('[data-around]')
if (section) {
  const sight = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      sight.disconnect()
      void show(section)
    },
    { rootMargin: '300px' },
  )
  sight.observe(section)
}

async function show(section: HTMLElement): Promise<void> {
  const list = section.querySelector('[data-people]')
  const face = section.querySelector<HTMLTemplateElement>('[data-face]')
  if (!list || !face) return
  try {
    const { members } = await api.send<typeof geoProfiles>('GET /profile/geoProfiles', {
      query: { id: Number(section.dataset['around']) },
    })
    list.append(...members.map((member) => faceOf(member, face)))
  } catch (error) {
    // The link to the search is there all the same.
    assertRefused(error)
  }
}

type Member = Answer<typeof geoProfiles>['members'][number]

function faceOf(
  { id, username, age, distance, picture }: Member,
  template: HTMLTemplateElement,
): DocumentFragment {
  const face = template.content.cloneNode(true) as DocumentFragment
  const link = face.querySelector('a')
  const frame = face.querySelector('[data-photo]')
  const image = face.querySelector('img')
  if (!link || !frame || !image) throw new Error('the template of a face lacks a part')
  link.href = `/profile/view/id/${id}`
  for (const [part, words] of [
    ['[data-name]', username],
    ['[data-age]', `, ${age}`],
    ['[data-distance]', distance],
  ] as const) {
    const place = face.querySelector(part)
    if (place) place.textContent = words
  }
  if (!picture) {
    const letter = document.createElement('span')
    letter.ariaHidden = 'true'
    letter.textContent = initial(username)
    frame.replaceChildren(letter)
    return face
  }
  const sources = sourcesOf(picture, 720).map(({ type, srcSet }) =>
    Object.assign(document.createElement('source'), {
      type,
      srcset: srcSet,
      sizes: '(width < 600px) 30vw, 150px',
    }),
  )
  const choice = document.createElement('picture')
  image.src = srcOf(picture)
  image.width = picture.width
  image.height = picture.height
  choice.append(...sources, image)
  frame.replaceChildren(choice)
  return face
}
