import { createClient } from '../../api/client.ts'
import { enhanceForm } from '../../ui/enhance-form.client.ts'
import { uploadTransport } from '../photos/upload.client.ts'
import type { affiliateStepThree } from './boxes.contract.ts'
import type { uploadStep } from './steps.contract.ts'

for (const form of document.querySelectorAll<HTMLFormElement>('form:has([data-uploading])')) {
  const uploading = form.querySelector<HTMLElement>('[data-uploading]')
  const bar = form.querySelector('progress')

  enhanceForm(form, async (fields) => {
    const photo = fields.get('photo')
    if (uploading) uploading.hidden = !(photo instanceof File && photo.size > 0)
    const client = createClient(uploadTransport((share) => void (bar && (bar.value = share))))
    try {
      return form.getAttribute('action') === '/registration/uploadStep'
        ? await client.send<typeof uploadStep>('POST /registration/uploadStep', { form: fields })
        : await client.send<typeof affiliateStepThree>('POST /oneClick/affiliateStepThree', { form: fields })
    } finally {
      if (uploading) uploading.hidden = true
    }
  })
}
