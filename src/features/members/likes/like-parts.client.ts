import { api, assertRefused } from '../../../api/client.ts'
import { showToast } from '../../../ui/toasts.store.ts'
import { pictureIn } from './like-boxes.client.ts'
import type { matchAction } from './likes.contract.ts'
import { $liked } from './likes.store.ts'
import { announceMatch } from './matches.store.ts'

const forms = () => document.querySelectorAll<HTMLFormElement>('form[data-like-part]')

/** Likes a photo or an answer without a page load. The like of the person follows, in the page's other buttons. */
document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || form.dataset['likePart'] === undefined) return
  event.preventDefault()
  const button = form.querySelector('button')
  if (button && button.ariaBusy !== 'true') void toggle(form, button)
})

// Whoever takes a like back takes back what it named.
$liked.listen((_, __, id) => {
  if (id === undefined || $liked.get()[id] !== false) return
  for (const form of forms())
    if (Number(new FormData(form).get('id')) === id)
      form.querySelector('button')?.setAttribute('aria-pressed', 'false')
})

async function toggle(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const fields = Object.fromEntries(new FormData(form))
  const id = Number(fields['id'])
  const isLiked = button.ariaPressed === 'true'
  button.ariaPressed = String(!isLiked)
  button.ariaBusy = 'true'
  try {
    const action = isLiked ? 'unlike' : 'like'
    const answer = await api.send<typeof matchAction>('POST /match/{action}', {
      params: { action },
      body: { ...fields, id },
    })
    $liked.setKey(id, answer.liked)
    if (answer.isMatch && !isLiked)
      announceMatch({
        id,
        username: form.dataset['likePart'] ?? '',
        picture: pictureIn(form.closest('[data-person]')),
      })
  } catch (error) {
    button.ariaPressed = String(isLiked)
    assertRefused(error)
    showToast(error.message)
  } finally {
    button.ariaBusy = null
  }
}
