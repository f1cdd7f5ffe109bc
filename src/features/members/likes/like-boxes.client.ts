import { $liked, like, unlike } from './likes.store.ts'
import type { LikedPerson } from './matches.store.ts'

/** Likes and unlikes by the page's like buttons, and shows what became of it in all buttons of that member. */
document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement && 'like' in target.dataset) wish(target)
})
$liked.listen((_, __, changed) => showLikes(boxesOf(changed)))
// A click made before this script.
for (const box of boxesOf()) if (box.checked !== box.defaultChecked) wish(box)

/** Shows what this page knows: buttons that came later may have been rendered before a like. */
export function showLikes(boxes: Iterable<HTMLInputElement> = boxesOf()): void {
  for (const box of boxes)
    box.checked = $liked.get()[Number(box.dataset['like'])] ?? box.defaultChecked
}

function boxesOf(id?: number): NodeListOf<HTMLInputElement> {
  return document.querySelectorAll(
    id === undefined ? 'input[data-like]' : `input[data-like="${id}"]`,
  )
}

function wish(box: HTMLInputElement): void {
  void (box.checked ? like(personOf(box)) : unlike(personOf(box)))
}

/** The member of a button; the picture is the first one in the element that is about the member. */
function personOf(box: HTMLInputElement): LikedPerson {
  const { like: id, name = '' } = box.dataset
  return { id: Number(id), username: name, picture: pictureIn(box.closest('[data-person]')) }
}

export function pictureIn(element: Element | null): LikedPerson['picture'] {
  const picture = element?.querySelector('picture')
  const image = picture?.querySelector('img')
  const placeholder = picture?.previousElementSibling
  if (!picture || !image || !(placeholder instanceof HTMLImageElement)) return null
  const [address = '', query = ''] = image.src.split('?')
  // The properties are the size on the screen.
  const [width, height] = [image.getAttribute('width'), image.getAttribute('height')].map(Number)
  return {
    base: address.slice(0, address.lastIndexOf('-')),
    query,
    width: width ?? 0,
    height: height ?? 0,
    placeholder: placeholder.src,
    description: image.alt,
  }
}
