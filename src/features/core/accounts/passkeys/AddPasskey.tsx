import { useState } from 'react'
import { CallError } from '#api/client.ts'
import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { Field } from '#ui/Field.tsx'
import { textIn } from '#ui/form-answer.ts'
import { PasswordField } from '#ui/PasswordField.tsx'
import { useIsAlive } from '#ui/use-seeded.ts'
import { addPasskey } from './passkeys.store.ts'
import { NAME_LENGTH } from './passkeys.ts'

type Props = {
  /** What it is called unless somebody says otherwise. */
  device: string
  needsPassword: boolean
}

/** Of the dialog `#passkey`: makes a passkey, for which a browser needs script. */
export const AddPasskey = withBoundary(function AddPasskey({ device, needsPassword }: Props) {
  const isAlive = useIsAlive()
  const [asksPassword, setAsksPassword] = useState(needsPassword)
  const send = async (fields: FormData) => {
    try {
      await addPasskey(textIn(fields, 'name'), textIn(fields, 'password'))
    } catch (error) {
      // The sign-in was recent when the page was loaded, and is no more.
      if (error instanceof CallError && error.errors.some(({ field }) => field === 'password'))
        setAsksPassword(true)
      throw error
    }
  }
  return (
    <ActionForm
      className="form"
      action="/profile/addPasskey"
      send={send}
      actions={<Submit disabled={!isAlive}>Go on</Submit>}
    >
      <Field
        name="name"
        label="Its name"
        hint="So that you know it again."
        defaultValue={device}
        autoFocus
        maxLength={NAME_LENGTH}
        autoComplete="off"
        required
      />
      {asksPassword ? (
        <PasswordField
          name="password"
          label="Your password"
          autoComplete="current-password"
          maxLength={1024}
          required={needsPassword}
        />
      ) : null}
      <p className="field-hint">
        Your device asks you next. We get a public key only: your fingerprint or face never leaves
        the device.
      </p>
    </ActionForm>
  )
})
