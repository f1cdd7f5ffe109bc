import { type ChangeEvent, useState } from 'react'
import { helpCategories } from '#content/help-categories.ts'
import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field, TextField } from '#ui/Field.tsx'
import { FileField } from '#ui/FileField.tsx'
import { type FormValues, valueOf } from '#ui/form-answer.ts'
import { fieldsOf } from '#ui/form-fields.ts'
import { SelectField } from '#ui/SelectField.tsx'
import { sendTicket } from './own-tickets.store.ts'
import { pictureFiles, PICTURES_HINT, wrongPictures } from './ticket-pictures.ts'
import { MAX_MESSAGE, MAX_SUBJECT, OWN_TICKETS } from './tickets.ts'

type Props = { open: boolean; onClose(): void }

/** The modals submit ticket and feedback sent. What was typed stays while it is closed. */
export function TicketDialog({ open, onClose }: Props) {
  const [number, setNumber] = useState<number | null>()
  const [typed, setTyped] = useState<FormValues>({})
  const isSent = number !== undefined
  return (
    <Dialog
      open={open}
      onClose={() => {
        onClose()
        setNumber(undefined)
      }}
      title={isSent ? 'We have your message' : 'Write to us'}
      size={isSent ? 'small' : 'medium'}
    >
      {isSent ? (
        <Sent number={number} onClose={onClose} />
      ) : (
        <TicketForm
          typed={typed}
          onTyped={setTyped}
          onSent={(ticket) => {
            setTyped({})
            setNumber(ticket)
          }}
        />
      )}
    </Dialog>
  )
}

function Sent({ number, onClose }: { number: number | null; onClose(): void }) {
  return (
    <>
      <p role="status">
        Thank you for writing. A person reads it, and the answer comes by mail.
        {number === null ? '' : ` It is ticket ${number}.`}
      </p>
      <p>
        It is <a href={OWN_TICKETS}>among your tickets</a>, and the answer will be there as well.
      </p>
      <div className="dialog-actions">
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </div>
    </>
  )
}

type FormProps = {
  typed: FormValues
  onTyped(values: FormValues): void
  onSent(ticket: number | null): void
}

function TicketForm({ typed, onTyped, onSent }: FormProps) {
  const check = ({ target }: ChangeEvent<HTMLInputElement>) =>
    target.setCustomValidity(wrongPictures([...(target.files ?? [])]))
  return (
    <ActionForm
      className="form"
      action="/help/save"
      encType="multipart/form-data"
      send={async (fields) => onSent(await sendTicket(fields))}
      onChange={({ currentTarget }) => onTyped(fieldsOf(new FormData(currentTarget)))}
      actions={<Submit>Send</Submit>}
    >
      <p className="muted">We answer at the address of your account.</p>
      <Field
        name="subject"
        label="What is it about?"
        defaultValue={valueOf(typed, 'subject')}
        most={MAX_SUBJECT}
        autoFocus
        required
      />
      <SelectField
        name="category"
        label="Which of these is nearest?"
        hint="What is about safety is read first."
        defaultValue={valueOf(typed, 'category')}
        options={[
          { value: '', label: 'None of these' },
          ...Object.entries(helpCategories).map(([value, label]) => ({ value, label })),
        ]}
      />
      <TextField
        name="message"
        label="Your message"
        hint={`Up to ${MAX_MESSAGE.toLocaleString('en')} characters. Please leave out passwords and card numbers.`}
        defaultValue={valueOf(typed, 'message')}
        most={MAX_MESSAGE}
        rows={5}
        required
      />
      <FileField
        name={pictureFiles.field}
        label="Pictures, if they help"
        hint={PICTURES_HINT}
        accept="image/*"
        multiple
        onChange={check}
      />
    </ActionForm>
  )
}
