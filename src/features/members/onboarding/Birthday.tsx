import { type ComponentProps, useEffect } from 'react'
import { birthdayInWords } from '#core/people/edit/birthday.ts'
import { ageOn } from '#lib/clock.ts'
import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { Field } from '#ui/Field.tsx'
import { textIn } from '#ui/form-answer.ts'
import { useFocus } from '#ui/use-focus.ts'
import { useStore } from '#ui/use-store.ts'
import { $corrected, correctBirthday } from './newcomer.store.ts'

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
  return (
    <ActionForm
      className="form"
      id="birthday-form"
      action="/profile/setBirthday"
      send={async (form) => {
        await correctBirthday(textIn(form, 'birthday'))
        // What is typed on the page stays; a page of a refused form has nothing else.
        if (isAside) location.replace('#closed')
        else location.replace('/dashboard')
      }}
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

type LineProps = { birthday: string; mayCorrect: boolean; supportEmail: string }

/** A newcomer's age, which can be corrected once in the dialog that it leads to. */
export const BirthdayLine = withBoundary(function BirthdayLine(props: LineProps) {
  const corrected = useStore($corrected, { ssr: 'initial' })
  const [line, focus] = useFocus<HTMLParagraphElement>()
  // The link that opened the dialog is gone; until that is closed, nothing beside it has the focus.
  useEffect(() => {
    if (corrected === null) return
    addEventListener('hashchange', focus, { once: true })
    return () => removeEventListener('hashchange', focus)
  }, [corrected])
  const birthday = corrected?.birthday ?? props.birthday
  return (
    <p className="muted field-hint" ref={line} tabIndex={-1} role="status">
      <span>
        {`You were born on ${birthdayInWords(birthday)} and are ${ageOn(birthday, new Date())}. `}
      </span>
      {props.mayCorrect && corrected === null ? (
        <a href="#confirm-birthday">Not right?</a>
      ) : (
        <span>
          Not right? Write to <a href={`mailto:${props.supportEmail}`}>{props.supportEmail}</a>.
        </span>
      )}
    </p>
  )
})
