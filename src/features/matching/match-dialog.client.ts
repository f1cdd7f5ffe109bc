import { $match, dismissMatch, type Person } from './matches.store.ts'

/** Width of the picture in the dialog, for the browser's choice of a rendition. */
const SIZES = '192px'

/** Opens the layout's dialog for each match of the store. */
export function showMatches(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[data-match]')
  if (!dialog) return
  for (const button of dialog.querySelectorAll('[data-close]')) button.addEventListener('click', () => dialog.close())
  // A click on the backdrop has the dialog itself as its target, since its padding is zero.
  dialog.addEventListener('mousedown', (event) => {
    if (event.target === dialog) dialog.close()
  })
  dialog.addEventListener('close', () => {
    // `close` arrives later: the dialog may show the next match by then.
    if (!dialog.open) dismissMatch()
  })
  $match.subscribe((person) => {
    if (!person) return dialog.close()
    fill(dialog, person)
    if (!dialog.open) dialog.showModal()
  })
}

function fill(dialog: HTMLDialogElement, { id, username, picture }: Person): void {
  dialog.querySelector('strong')?.replaceChildren(username)
  dialog.querySelector('[data-write]')?.setAttribute('href', `/messages?with=${id}`)
  const place = dialog.querySelector<HTMLElement>('[data-picture]')
  if (!place) return
  place.hidden = picture === null
  place.replaceChildren(...(picture ? photo(picture, username) : []))
}

/** The same elements as PhotoPicture.tsx. */
function photo({ placeholder, sources, src, description }: NonNullable<Person['picture']>, name: string): Element[] {
  const behind = Object.assign(document.createElement('img'), { src: placeholder, alt: '' })
  const picture = document.createElement('picture')
  for (const { type, srcSet } of sources) {
    picture.append(Object.assign(document.createElement('source'), { type, srcset: srcSet, sizes: SIZES }))
  }
  picture.append(Object.assign(document.createElement('img'), { src, alt: description || name, decoding: 'async' }))
  return [behind, picture]
}
