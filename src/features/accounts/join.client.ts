import { api } from '../../api/client.ts'
import '../../ui/hash-dialogs.client.ts'
import { takeOverForm } from '../../ui/take-over-form.client.ts'
import { suggestPlaces } from './place-field.client.ts'
import type { registration } from './registration.contract.ts'
import type { signIn } from './sign-in.contract.ts'

/** Makes sign-in and register smooth; both work without it. */
const text = (fields: FormData, name: string): string => {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}

type Gender = 'woman' | 'man' | 'couple' | 'nonbinary'

for (const form of document.querySelectorAll<HTMLFormElement>('form[action="/site/signin"]')) {
  takeOverForm(form, (fields) =>
    api.send<typeof signIn>('POST /site/signin', {
      body: { login: text(fields, 'login'), password: text(fields, 'password') },
    }),
  )
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[action="/registration/save"]')) {
  chooseOwnCountry(form)
  suggestPlaces(form)
  takeOverForm(form, (fields) =>
    api.send<typeof registration>('POST /registration/save', {
      body: {
        // The server checks both again; here they are what the chips offer.
        gender: text(fields, 'gender') as Gender,
        lookingFor: fields.getAll('lookingFor') as Gender[],
        username: text(fields, 'username'),
        email: text(fields, 'email'),
        password: text(fields, 'password'),
        birthday: text(fields, 'birthday'),
        country: text(fields, 'country'),
        place: text(fields, 'place'),
        placeId: text(fields, 'placeId'),
        acceptTerms: fields.has('acceptTerms'),
        acceptSensitiveData: fields.has('acceptSensitiveData'),
        acceptMarketing: fields.has('acceptMarketing'),
      },
    }),
  )
}

/** The country of the browser's language, where it names one and nobody has chosen yet. */
function chooseOwnCountry(form: HTMLFormElement): void {
  const select = form.querySelector<HTMLSelectElement>('select[data-guess]')
  const region = /-([A-Z]{2})\b/.exec(navigator.language)?.[1]
  const isUntouched = select?.value === select?.querySelector<HTMLOptionElement>('option[selected]')?.value
  if (select && region && isUntouched && select.querySelector(`option[value="${region}"]`)) select.value = region
}
