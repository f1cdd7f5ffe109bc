import { type ComponentProps, useState } from 'react'
import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { Field } from '#ui/Field.tsx'
import { textIn } from '#ui/form-answer.ts'
import { PasswordField } from '#ui/PasswordField.tsx'
import { changeEmail, changePassword, changeUsername } from '../account.store.ts'
import { DAYS_BETWEEN_NAMES, DAYS_NAME_IS_HELD } from '../changes/change-username.ts'
import { NewPasswordField, UsernameField } from '../NewFields.tsx'
import { Proof } from '../passkeys/Proof.tsx'

type Refused = ComponentProps<typeof ActionForm>['refused']

export const UsernameForm = withBoundary(function UsernameForm({
  username,
  refused,
}: {
  username: string
  refused: Refused
}) {
  const send = async (fields: FormData) => {
    await changeUsername(textIn(fields, 'username'))
    return 'Saved.'
  }
  return (
    <ActionForm
      className="form"
      action="/profile/changeUsername"
      send={send}
      refused={refused}
      actions={<Submit>Change my username</Submit>}
    >
      <UsernameField username={username} />
      <p className="field-hint">
        You can change it once in {DAYS_BETWEEN_NAMES} days. The one before stays yours for{' '}
        {DAYS_NAME_IS_HELD} days: nobody else can take it.
      </p>
    </ActionForm>
  )
})

export const EmailForm = withBoundary(function EmailForm({
  asks,
  refused,
}: {
  asks: { password: boolean; passkey: boolean }
  refused: Refused
}) {
  const send = async (fields: FormData) => {
    await changeEmail({
      email: textIn(fields, 'email'),
      password: textIn(fields, 'password'),
      passkey: textIn(fields, 'passkey'),
    })
    return 'A link is on its way to the new address. It works for ten minutes.'
  }
  return (
    <ActionForm
      className="form"
      action="/site/saveEmailAddress"
      send={send}
      refused={refused}
      actions={<Submit>Send the link</Submit>}
    >
      <p>
        We send a link to the new address. Your account keeps the present one until that link is
        followed.
      </p>
      <Field
        name="email"
        type="email"
        label="E-mail"
        hint="Nobody sees it."
        autoComplete="email"
        autoFocus={refused === null}
        maxLength={254}
        required
      />
      <Proof asks={asks} />
    </ActionForm>
  )
})

/** `email`: password managers need the account's name to change the right entry. */
export const PasswordForm = withBoundary(function PasswordForm({
  email,
  refused,
}: {
  email: string
  refused: Refused
}) {
  // Fields of another key are empty ones.
  const [changes, setChanges] = useState(0)
  const send = async (fields: FormData) => {
    await changePassword({
      currentPassword: textIn(fields, 'currentPassword'),
      password: textIn(fields, 'password'),
      passwordRepeat: textIn(fields, 'passwordRepeat'),
    })
    setChanges(changes + 1)
    return 'Your password is changed, and your other devices are signed out.'
  }
  return (
    <ActionForm
      className="form"
      action="/profile/changePassword"
      send={send}
      refused={refused}
      actions={<Submit>Change my password</Submit>}
    >
      <input type="hidden" name="username" value={email} autoComplete="username" />
      <PasswordField
        key={`own-${changes}`}
        name="currentPassword"
        label="Your present password"
        autoComplete="current-password"
        autoFocus={refused === null}
        maxLength={1024}
        required
      />
      <NewPasswordField key={`new-${changes}`} />
      <Field
        key={`repeat-${changes}`}
        name="passwordRepeat"
        type="password"
        label="The new password once more"
        autoComplete="new-password"
        required
      />
      <p className="field-hint">Your other devices are signed out.</p>
    </ActionForm>
  )
})
