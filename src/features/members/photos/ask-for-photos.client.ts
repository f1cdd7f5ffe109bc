import { $asked, askForPhotos } from './asking.store.ts'

/** Sends a request for photos, and says in place of the button that it was sent. */
for (const element of document.querySelectorAll<HTMLElement>('[data-ask]')) {
  const id = Number(element.dataset['ask'])
  const button = element.querySelector('button')
  const answer = element.querySelector('p')
  if (!button || !answer) continue
  button.addEventListener('click', () => void askForPhotos(id))
  $asked.listen(({ [id]: asked = false }) => {
    button.hidden = asked
    answer.hidden = !asked
  })
}
