import { api } from '../../../api/client.ts'
import { enhanceForm } from '../../../ui/enhance-form.client.ts'
import { whenDoneIsDropped } from '../photos/drop-field.client.ts'
import { removePhoto } from '../photos/photos.store.ts'
import { $uploads, uploadsSettled } from '../photos/uploads.store.ts'
import type { affiliateStepThree } from './boxes.contract.ts'
import type { uploadStep } from './steps.contract.ts'

whenDoneIsDropped(({ photo }) => removePhoto(photo.id))

for (const form of document.querySelectorAll<HTMLFormElement>('form:has([data-drop])')) {
  const send = (fields: FormData) =>
    form.getAttribute('action') === '/registration/uploadStep'
      ? api.send<typeof uploadStep>('POST /registration/uploadStep', { form: fields })
      : api.send<typeof affiliateStepThree>('POST /oneClick/affiliateStepThree', { form: fields })

  // The page is left afterwards, so it waits for the photos; one that was refused is shown once more before it is lost.
  let warnedOf = 0
  enhanceForm(form, send, async () => {
    await uploadsSettled()
    const failed = $uploads
      .get()
      .filter(({ state }) => state === 'failed' || state === 'unconfirmed').length
    if (failed <= warnedOf) return null
    warnedOf = failed
    const place = form.querySelector('[data-error-for=photo]')
    if (place) place.textContent = 'Not every photo was added. Try again, or finish without.'
    return 'photo'
  })
}
