import { type ComponentProps, useRef, useState } from 'react'
import { pictureFiles, PICTURES_HINT } from '#guests/help/ticket-pictures.ts'
import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { FileField } from '#ui/FileField.tsx'
import { textIn } from '#ui/form-answer.ts'
import { SelectField } from '#ui/SelectField.tsx'
import { act, begin, cannedText } from './ticket-acts.store.ts'
import styles from './Tickets.module.css'

/** A text that staff use again. */
export type CannedChoice = { id: number; name: string }

type Props = {
  ticket: {
    id: number
    email: string
    isProven: boolean
    lastReply: number
    parts: number
    answers: number
  }
  formKey: string
  /** What of the list is shown. */
  back: string
  /** What a text that is used again says instead of `{name}` and `{brand}`. */
  asker: { name: string; brand: string }
  texts: readonly CannedChoice[]
  most: number
  /** What it begins with: a text that was inserted without script. */
  words: string
  refused: ComponentProps<typeof ActionForm>['refused']
  onSent(): void
}

/** An answer to a ticket, at whose cursor a text of the house can be put. */
export function TicketAnswer(props: Props) {
  const { ticket, formKey, back, asker, texts, most, words, refused = null, onSent } = props
  const { id, email, isProven, lastReply, parts, answers } = ticket
  const field = useRef<HTMLTextAreaElement>(null)
  const [trouble, setTrouble] = useState('')
  const write = async () => {
    const said = await begin(id)
    if (said !== null) setTrouble(said)
  }
  const insert = async (id: number) => {
    const text = await cannedText(id, asker)
    const area = field.current
    if (text === null) return setTrouble('This text is not there any more.')
    if (!area) return
    area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end')
    area.focus()
    await write()
  }
  return (
    <>
      <ActionForm
        className="form"
        action="/staff/ticket"
        encType="multipart/form-data"
        send={async (fields) => {
          if (fields.has('insert')) return insert(Number(textIn(fields, 'text')))
          fields.delete('text')
          await act(fields)
          onSent()
        }}
        refused={refused}
        onInput={() => void write()}
        actions={
          <p className="cluster">
            <Submit>Send and close</Submit>
            <Submit variant="quiet" name="keepsOpen" value="yes">
              Send and keep it open
            </Submit>
          </p>
        }
      >
        <input type="hidden" name="act" value="answer" />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="back" value={back} />
        <input type="hidden" name="upTo" value={lastReply} />
        <input type="hidden" name="parts" value={parts} />
        <input type="hidden" name="answers" value={answers} />
        <input type="hidden" name="key" value={formKey} />
        {texts.length === 0 ? null : (
          <div className={styles['canned']}>
            <SelectField
              name="text"
              label="Begin with a text"
              defaultValue={String(texts[0]?.id)}
              options={texts.map((text) => ({ value: `${text.id}`, label: text.name }))}
            />
            <Button
              type="submit"
              variant="quiet"
              name="insert"
              value="yes"
              formAction="/staff/beginAnswer"
              formEncType="application/x-www-form-urlencoded"
              formNoValidate
            >
              Insert
            </Button>
          </div>
        )}
        <TextField
          ref={field}
          name="answer"
          rows={8}
          label={`Your answer to ${email}`}
          hint={
            isProven
              ? 'It goes out as a mail of the brand, with the question below it.'
              : 'It goes out as a mail of the brand. Say nothing that only the owner of an account may know.'
          }
          most={most}
          defaultValue={words}
          autoFocus={refused !== null || words !== ''}
          required
        />
        <FileField
          name={pictureFiles.field}
          label="Pictures with it"
          hint={`${PICTURES_HINT} They go out with the mail.`}
          // What is none of those in the hint, the server refuses: their list lies in a file of 7 kB.
          accept="image/*"
          multiple
        />
        <p className="notice notice-warning" role="alert">
          {trouble}
        </p>
      </ActionForm>
    </>
  )
}
