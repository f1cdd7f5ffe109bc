import { useState } from 'react'
import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { TextField } from '#ui/Field.tsx'
import { valueOf } from '#ui/form-answer.ts'
import { fieldsOf } from '#ui/form-fields.ts'
import { SelectField } from '#ui/SelectField.tsx'
import { useFocus } from '#ui/use-focus.ts'
import { changeAnswer, type OwnAnswers } from '../edit/own-profile.store.ts'
import type { RefusedPart } from '../edit/PartForm.tsx'
import { MAX_ANSWER, MAX_PROMPTS } from './prompts.ts'

type Props = {
  answers: OwnAnswers
  brand: string
  questions: ReadonlyArray<{ key: string; question: string }>
  refused: RefusedPart
  isSaved: boolean
}

const done: Readonly<Record<string, string>> = {
  remove: 'Taken away.',
  add: 'It is on your profile.',
}

/**
 * A member's answers to questions of the brand: each saved, moved and taken away by itself, and a
 * form for one more.
 */
export const Answers = withBoundary(function Answers(props: Props) {
  const { brand, questions, refused, isSaved } = props
  const [answers, setAnswers] = useState(props.answers)
  const [added, setAdded] = useState(0)
  const [said, setSaid] = useState(isSaved ? 'Saved.' : '')
  const [status, focusStatus] = useFocus<HTMLParagraphElement>()
  const unanswered = questions.filter(
    ({ key }) => !answers.some((one) => one.brand === brand && one.prompt === key),
  )
  const send = async (form: FormData) => {
    setSaid('')
    const values = fieldsOf(form)
    const act = valueOf(values, 'act')
    setAnswers(await changeAnswer(values))
    if (act === 'save') return 'Saved.'
    setSaid(done[act] ?? 'Moved.')
    if (act === 'add') setAdded(added + 1)
    // The button may be gone with its answer, or with the place that the answer has left.
    focusStatus()
    return undefined
  }
  const refusedIn = (id: string) =>
    refused && (valueOf(refused.values, 'id') || 'new') === id ? refused : null
  return (
    <>
      <p className="saved" role="status" tabIndex={-1} ref={status}>
        {said}
      </p>
      {answers.map(({ id, question, answer }, index) => (
        <ActionForm
          key={id}
          className="form"
          action="/profile/prompts"
          send={send}
          refused={refusedIn(String(id))}
          actions={
            <div className="cluster">
              <Submit name="act" value="save">
                Save
              </Submit>
              {index === 0 ? null : <Move act="earlier">Move up</Move>}
              {index === answers.length - 1 ? null : <Move act="later">Move down</Move>}
              <Submit variant="quiet" name="act" value="remove" formNoValidate>
                Take it away
              </Submit>
            </div>
          }
        >
          <input type="hidden" name="id" value={id} />
          <AnswerField label={question} answer={answer} />
        </ActionForm>
      ))}
      {answers.length < MAX_PROMPTS ? (
        <ActionForm
          key={`new-${added}`}
          className="form"
          action="/profile/prompts"
          send={send}
          refused={refusedIn('new')}
          actions={
            <Submit name="act" value="add">
              Add
            </Submit>
          }
        >
          <SelectField
            name="prompt"
            label="A question"
            options={[
              { value: '', label: 'Choose one' },
              ...unanswered.map(({ key, question }) => ({ value: key, label: question })),
            ]}
            required
          />
          <AnswerField label="Your answer" answer="" />
        </ActionForm>
      ) : (
        <p className="muted">
          You have three answers, which is the most. Take one away to answer another question.
        </p>
      )}
    </>
  )
})

function Move({ act, children }: { act: 'earlier' | 'later'; children: string }) {
  return (
    <Submit variant="quiet" name="act" value={act}>
      {children}
    </Submit>
  )
}

function AnswerField({ label, answer }: { label: string; answer: string }) {
  return (
    <TextField
      name="answer"
      label={label}
      hint={`Up to ${MAX_ANSWER} characters.`}
      most={MAX_ANSWER}
      rows={2}
      dir="auto"
      defaultValue={answer}
      required
    />
  )
}
