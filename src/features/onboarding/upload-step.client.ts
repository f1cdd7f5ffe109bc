import { createClient } from '../../api/client.ts'
import { takeOverForm } from '../../ui/take-over-form.client.ts'
import { uploadTransport } from '../photos/upload.client.ts'
import type { uploadStep } from './steps.contract.ts'

/** Sends step 2 without leaving the page, and shows how much of the photo has left. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[action="/registration/uploadStep"]')) {
  const uploading = form.querySelector<HTMLElement>('[data-uploading]')
  const bar = form.querySelector('progress')

  takeOverForm(form, async (fields) => {
    const photo = fields.get('photo')
    if (uploading) uploading.hidden = !(photo instanceof File && photo.size > 0)
    const client = createClient(uploadTransport((share) => void (bar && (bar.value = share))))
    try {
      return await client.send<typeof uploadStep>('POST /registration/uploadStep', { form: fields })
    } finally {
      if (uploading) uploading.hidden = true
    }
  })
}
