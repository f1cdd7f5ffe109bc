import type { ComponentProps, ReactNode } from 'react'
import type { PartField } from '#core/people/edit/part-fields.ts'
import { PartFields } from '#core/people/edit/PartFields.tsx'
import type { CountryChoice } from '#core/places/PlaceFields.tsx'
import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { type FormValues, valueOf } from '#ui/form-answer.ts'
import { fieldsOf } from '#ui/form-fields.ts'
import { finish, saveWords } from './onboarding.store.ts'
import type { LastAction } from './screens.ts'

/** The forms of the last two screens. */

export type Refused = ComponentProps<typeof ActionForm>['refused']

type Props = {
  known: FormValues
  refused: Refused
  fields: readonly PartField[]
}

export type WordsProps = Props & { onInput(): void; onSaved(values: FormValues): void }

export function Words({ known, refused, fields, onInput, onSaved }: WordsProps) {
  const send = async (form: FormData) => {
    const values = fieldsOf(form)
    await saveWords(values)
    onSaved(values)
  }
  return (
    <ActionForm
      className="form"
      action="/registration/introduction"
      send={send}
      onInput={onInput}
      refused={refused}
      actions={<Submit wide>Continue</Submit>}
    >
      <PartFields fields={fields} values={known} />
    </ActionForm>
  )
}

export type WhomProps = Props & {
  by: LastAction
  /** As saved on the screen before. */
  words: FormValues
  countries: CountryChoice | null
  /** A photo was not added, which is shown before the page is left. */
  onUnsent(): void
  /** More fields, above. */
  children?: ReactNode
}

/** The last: whom one looks for. */
export function Whom({ by, known, words, refused, fields, onUnsent, children }: WhomProps) {
  const send = async (form: FormData) => {
    const next = await finish(by, form)
    if (next === null) onUnsent()
    // Back must not lead to what is finished.
    else location.replace(next)
  }
  return (
    <ActionForm
      className="form"
      action={by}
      // The endpoints of the other two take a photo as well.
      encType={by === '/registration/oneClick' ? undefined : 'multipart/form-data'}
      send={send}
      refused={refused}
      actions={<Submit wide>Finish my profile</Submit>}
    >
      <input type="hidden" name="headline" value={valueOf(words, 'headline')} />
      <input type="hidden" name="about" value={valueOf(words, 'about')} />
      {children}
      <PartFields fields={fields} values={known} />
      <p className="field-hint">
        Home, lists and search start with it. You can change it at any time.
      </p>
    </ActionForm>
  )
}
