import { type ComponentProps, useEffect } from 'react'
import { ActionForm, Submit } from '../../../ui/ActionForm.tsx'
import { withBoundary } from '../../../ui/Boundary.tsx'
import { Field } from '../../../ui/Field.tsx'
import { textIn } from '../../../ui/form-answer.ts'
import { correctBirthday } from './newcomer.store.ts'

/**
 * Corrects one's date of birth, once. `isAside`: something else is what most people want beside it.
 */
export const BirthdayForm = withBoundary(function BirthdayForm({
  birthday,
  isAside = false,
  refused,
}: {
  birthday: string
  isAside?: boolean
  refused: ComponentProps<typeof ActionForm>['refused']
}) {
  useEffect(() => {
    // The browser opens its dialog by the address; this makes it modal, and need not be there
    // first.
    void import('../../../ui/hash-dialogs.client.ts')
  }, [])
  return (
    <ActionForm
      className="form"
      id="birthday-form"
      action="/profile/setBirthday"
      send={async (form) => location.replace(await correctBirthday(textIn(form, 'birthday')))}
      refused={refused}
      actions={
        <Submit variant={isAside ? 'quiet' : undefined} wide>
          Correct it
        </Submit>
      }
    >
      <Field
        name="birthday"
        type="date"
        label="Date of birth"
        hint="You have to be 18 or over. Others see your age, never the date."
        autoComplete="bday"
        min="1900-01-01"
        defaultValue={birthday}
        required
      />
    </ActionForm>
  )
})
