import { api } from '../../../api/client.ts'
import { enhanceForm } from '../../../ui/enhance-form.client.ts'
import { textIn } from '../../../ui/form-answer.ts'
import { suggestPlaces } from '../../core/places/place-field.client.ts'
import type { affiliateStepOne, affiliateStepTwo, oneClickBox } from './boxes.contract.ts'

const form = (action: string) => document.querySelector<HTMLFormElement>(`form[action="${action}"]`)

function placeIn(fields: FormData) {
  return {
    country: textIn(fields, 'country'),
    place: textIn(fields, 'place'),
    placeId: textIn(fields, 'placeId'),
  }
}

enhance('/oneClick/affiliateStepOne', (fields) =>
  api.send<typeof affiliateStepOne>('POST /oneClick/affiliateStepOne', { body: placeIn(fields) }),
)

enhance('/oneClick/affiliateStepTwo', (fields) =>
  api.send<typeof affiliateStepTwo>('POST /oneClick/affiliateStepTwo', {
    body: { username: textIn(fields, 'username'), lookingFor: fields.getAll('lookingFor') },
  }),
)

enhance('/registration/oneClick', (fields) =>
  api.send<typeof oneClickBox>('POST /registration/oneClick', {
    body: {
      ...placeIn(fields),
      username: textIn(fields, 'username'),
      password: textIn(fields, 'password'),
      about: textIn(fields, 'about'),
    },
  }),
)

/** Replaces the history entry: Back must not lead to a box that was answered. */
function enhance(action: string, send: (fields: FormData) => Promise<{ next: string }>): void {
  const found = form(action)
  if (!found) return
  suggestPlaces(found)
  enhanceForm(found, async (fields) => ({ ...(await send(fields)), replaces: true }))
}
