import { api, assertRefused } from '../../../api/client.ts'
import { $user } from '../../core/accounts/session.store.ts'
import { sourcesOf, srcOf } from '../../core/people/pictures.ts'
import type { viewProfile } from '../search/profile.contract.ts'
import { $match, dismissMatch, type LikedPerson } from './matches.store.ts'

/** Width of a face in the dialog, for the browser's choice of a rendition. */
const SIZES = '104px'

/** Opens the layout's dialog for each match of the store. `addressForm` prepares the form in it for the other member. */
export function showMatches(
  addressForm: (form: HTMLFormElement, to: LikedPerson, close: () => void) => void,
): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog[data-match]')
  const form = dialog?.querySelector('form')
  if (!dialog || !form) return
  for (const button of dialog.querySelectorAll('[data-close]'))
    button.addEventListener('click', () => dialog.close())
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
    dialog.querySelector('strong')?.replaceChildren(person.username)
    showFace(dialog.querySelector('[data-other]'), person.username, person.picture)
    void showOwnFace(dialog.querySelector('[data-own]'))
    addressForm(form, person, () => dialog.close())
    if (!dialog.open) dialog.showModal()
  })
}

/** A photo, or the initial of somebody who has none. */
function showFace(place: Element | null, username: string, picture: LikedPerson['picture']): void {
  place?.replaceChildren(
    ...(picture ? photo(picture, username) : [[...username][0]?.toUpperCase() ?? '']),
  )
}

async function showOwnFace(place: Element | null): Promise<void> {
  const user = $user.get()
  if (!user || place?.hasChildNodes()) return
  showFace(place, user.username, null)
  try {
    const { photos } = await api.send<typeof viewProfile>('GET /profile/view/id/{id}', {
      params: { id: user.userId },
    })
    showFace(place, user.username, photos[0] ?? null)
  } catch (error) {
    assertRefused(error)
  }
}

/** The same elements as PhotoPicture.tsx. */
function photo(shown: NonNullable<LikedPerson['picture']>, name: string): Element[] {
  const { placeholder, description } = shown
  const behind = Object.assign(document.createElement('img'), { src: placeholder, alt: '' })
  const picture = document.createElement('picture')
  for (const { type, srcSet } of sourcesOf(shown, 720)) {
    picture.append(
      Object.assign(document.createElement('source'), { type, srcset: srcSet, sizes: SIZES }),
    )
  }
  picture.append(
    Object.assign(document.createElement('img'), {
      src: srcOf(shown),
      alt: description || name,
      decoding: 'async',
    }),
  )
  return [behind, picture]
}
