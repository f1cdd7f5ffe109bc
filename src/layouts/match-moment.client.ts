import { showMatches } from '../features/members/likes/match-dialog.client.ts'
import { addressForm } from '../features/members/messages/write-form.client.ts'

/** Opens the dialog for each match, with a form to write at once. */
export function showMatchMoments(): void {
  showMatches(addressForm)
}
