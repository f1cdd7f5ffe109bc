import { api } from '../../api/client.ts'
import '../../ui/hash-dialogs.client.ts'
import { takeOverForm, textIn } from '../../ui/take-over-form.client.ts'
import type { blockUser } from './block.contract.ts'
import type { reportAbuse } from './report.contract.ts'
import type { ReportReason } from './report-reasons.ts'

/** Blocks and reports without leaving the page; the forms do both without it. */
const idOf = (fields: FormData) => Number(fields.get('id'))

/** In the dialog's own entry of the history: Back from what was done leads to the page, not to the question. */
function showInstead(hash: string): { next: string } {
  location.replace(hash)
  return { next: hash }
}

const blockForm = document.querySelector<HTMLFormElement>('form[data-block]')
const blocked = document.querySelector<HTMLElement>('#blocked')
if (blockForm && blocked) {
  takeOverForm(blockForm, async (fields) => {
    await api.send<typeof blockUser>('POST /profile/blockUser', { body: { id: idOf(fields), action: 'block' } })
    const hidden = document.getElementById(blockForm.dataset['hides'] ?? '')
    if (hidden) hidden.hidden = true
    blocked.hidden = false
    return showInstead('#blocked')
  })
}

const unblockForm = document.querySelector<HTMLFormElement>('form[data-unblock]')
if (unblockForm) {
  takeOverForm(unblockForm, async (fields) => {
    await api.send<typeof blockUser>('POST /profile/blockUser', { body: { id: idOf(fields), action: 'unblock' } })
    // What was liked is gone, so the page is made anew.
    return { next: location.pathname }
  })
}

const reportForm = document.querySelector<HTMLFormElement>('form[data-report]')
if (reportForm) {
  takeOverForm(reportForm, async (fields) => {
    // The server checks the reason again; here it is one of those that are offered.
    const body = { id: idOf(fields), reason: fields.get('reason') as ReportReason, details: textIn(fields, 'details') }
    await api.send<typeof reportAbuse>('POST /profile/reportAbuse', { body })
    reportForm.reset()
    return showInstead('#reported')
  })
}
