import { api } from '../../../api/client.ts'
import '../../../ui/hash-dialogs.client.ts'
import { enhanceForm } from '../../../ui/enhance-form.client.ts'
import { textIn } from '../../../ui/form-answer.ts'
import { outdatePages } from '../../core/accounts/stored-user.ts'
import type { blockUser } from './block.contract.ts'
import type { ReportReason } from './report-reasons.ts'
import type { reportAbuse } from './report.contract.ts'

const idOf = (fields: FormData) => Number(fields.get('id'))

const alsoIn = (fields: FormData) => fields.getAll('also').map(Number)

/** Replaces the dialog's history entry, so that Back leads to the page and not to the question. */
function showInstead(hash: string): { next: string } {
  location.replace(hash)
  return { next: hash }
}

function hiddenField(name: string, value: number): HTMLInputElement {
  const input = document.createElement('input')
  Object.assign(input, { type: 'hidden', name, value: String(value) })
  return input
}

const unblockForm = document.querySelector<HTMLFormElement>('form[data-unblock]')
const blockForm = document.querySelector<HTMLFormElement>('form[data-block]')
const blocked = document.querySelector<HTMLElement>('#blocked')
if (blockForm && blocked) {
  enhanceForm(blockForm, async (fields) => {
    const also = alsoIn(fields)
    await api.send<typeof blockUser>('POST /profile/blockUser', {
      body: { id: idOf(fields), action: 'block', also },
    })
    outdatePages()
    for (const id of also) unblockForm?.append(hiddenField('also', id))
    const hidden = document.getElementById(blockForm.dataset['hides'] ?? '')
    if (hidden) hidden.hidden = true
    blocked.hidden = false
    return showInstead('#blocked')
  })
}

if (unblockForm) {
  enhanceForm(unblockForm, async (fields) => {
    await api.send<typeof blockUser>('POST /profile/blockUser', {
      body: { id: idOf(fields), action: 'unblock', also: alsoIn(fields) },
    })
    outdatePages()
    // The like was deleted, so the page reloads.
    return { next: location.pathname }
  })
}

const reportForm = document.querySelector<HTMLFormElement>('form[data-report]')
if (reportForm) {
  enhanceForm(reportForm, async (fields) => {
    const update = fields.get('update')
    const body = {
      id: idOf(fields),
      ...(update === null ? {} : { update: Number(update) }),
      reason: fields.get('reason') as ReportReason,
      details: textIn(fields, 'details'),
    }
    await api.send<typeof reportAbuse>('POST /profile/reportAbuse', { body })
    reportForm.reset()
    return showInstead('#reported')
  })
}
