import { api } from '#api/client.ts'
import type { signIn } from '#core/accounts/sign-in/sign-in.contract.ts'
import '#ui/hash-dialogs.client.ts'
import { forgetStoredUser } from '#core/accounts/stored-user.ts'
import { suggestPlaces } from '#core/places/place-field.client.ts'
import type { Gender } from '#sites/genders.ts'
import { enhanceForm } from '#ui/enhance-form.client.ts'
import { textIn } from '#ui/form-answer.ts'
import { checkBirthday, confirmUnlikelyBirthday } from './birthday-check.client.ts'
import type { affiliateJoining, oneClickJoining, registration } from './registration.contract.ts'
import { keepTyped } from './typed.client.ts'

// Only guests see the landing: stored member data is left from a session that the server or another
// tab ended.
if (location.pathname === '/') forgetStoredUser()

const forms = (action: string) =>
  document.querySelectorAll<HTMLFormElement>(`form[action="${action}"]`)

for (const form of forms('/site/signin')) {
  enhanceForm(form, (fields) =>
    api.send<typeof signIn>('POST /site/signin', {
      body: { login: textIn(fields, 'login'), password: textIn(fields, 'password') },
    }),
  )
  if ('PublicKeyCredential' in window) offerPasskeys(form)
}

enhanceJoinForms('/registration/save', (fields) =>
  api.send<typeof registration>('POST /registration/save', {
    body: {
      ...whatAllAsk(fields),
      username: textIn(fields, 'username'),
      password: textIn(fields, 'password'),
      place: textIn(fields, 'place'),
      placeId: textIn(fields, 'placeId'),
    },
  }),
)

enhanceJoinForms('/promo/Affiliate', (fields) =>
  api.send<typeof affiliateJoining>('POST /promo/affiliate', {
    body: { ...whatAllAsk(fields), password: textIn(fields, 'password') },
  }),
)

enhanceJoinForms('/promo/oneClick', (fields) =>
  api.send<typeof oneClickJoining>('POST /promo/oneClick', { body: whatAllAsk(fields) }),
)

/** What uses passkeys is loaded once somebody is about to sign in. */
function offerPasskeys(form: HTMLFormElement): void {
  const load = () => import('./passkey-sign-in.client.ts')
  const button = form.querySelector<HTMLButtonElement>('[data-passkey]')
  if (!button) return
  button.hidden = false
  button.addEventListener(
    'click',
    () => void load().then((passkeys) => passkeys.signInWithPasskey(form)),
  )
  form.addEventListener(
    'focusin',
    () => void load().then((passkeys) => passkeys.offerInAutofill(form)),
    { once: true },
  )
}

function enhanceJoinForms(
  action: string,
  send: (fields: FormData) => Promise<{ next: string }>,
): void {
  for (const form of forms(action)) {
    chooseOwnCountry(form)
    noteWhoSent(form)
    const forget = keepTyped(form)
    suggestPlaces(form)
    checkBirthday(form)
    enhanceForm(
      form,
      async (fields) => {
        const done = await send(fields)
        forget()
        return done
      },
      (fields) => confirmUnlikelyBirthday(form, fields),
    )
  }
}

function whatAllAsk(fields: FormData) {
  return {
    gender: textIn(fields, 'gender') as Gender,
    lookingFor: fields.getAll('lookingFor') as Gender[],
    email: textIn(fields, 'email'),
    birthday: textIn(fields, 'birthday'),
    country: textIn(fields, 'country'),
    acceptTerms: fields.has('acceptTerms'),
    acceptSensitiveData: fields.has('acceptSensitiveData'),
    acceptMarketing: fields.has('acceptMarketing'),
    affiliateId: textIn(fields, 'affiliateId'),
    subid: textIn(fields, 'subid'),
    campaignId: textIn(fields, 'campaignId'),
  }
}

function chooseOwnCountry(form: HTMLFormElement): void {
  const select = form.querySelector<HTMLSelectElement>('select[data-guess]')
  const region = /-([A-Z]{2})\b/.exec(navigator.language)?.[1]
  const isUntouched =
    select?.value === select?.querySelector<HTMLOptionElement>('option[selected]')?.value
  if (select && region && isUntouched && select.querySelector(`option[value="${region}"]`))
    select.value = region
}

function noteWhoSent(form: HTMLFormElement): void {
  const address = new URLSearchParams(location.search)
  for (const input of form.querySelectorAll<HTMLInputElement>('input[data-from-address]')) {
    input.value = address.get(input.name) ?? input.value
  }
}
