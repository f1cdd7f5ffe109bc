import { type ReactNode, useState } from 'react'
import { ActionForm } from './ActionForm.tsx'
import { Button } from './Button.tsx'
import { textIn } from './form-answer.ts'
import './rows.css'
import { useFocus } from './use-focus.ts'

type Row = {
  id: number
  title: ReactNode
  note?: string
  /** What its button does, and to what; null for a row that stays. */
  act: { label: string; to: string } | null
}

type Props = {
  rows: readonly Row[]
  /** Where the buttons post: the row's id as `id`, and these fields. */
  action: string
  fields?: Readonly<Record<string, string>>
  /** Ends a row, or with `others` all that can end. Throws CallError. */
  end(id: number | 'others'): Promise<unknown>
  /** The button for all rows at once. */
  others?: string
  empty?: ReactNode
  said: string
  /** Whether a row has just been ended without script. */
  isSaved: boolean
}

/** A list whose rows end one by one: a row goes once it has ended, and the focus to the list. */
export function Rows({ rows, action, fields = {}, end, others, empty, said, isSaved }: Props) {
  const [gone, setGone] = useState<readonly number[]>([])
  const [list, focusList] = useFocus<HTMLDivElement>()
  const left = rows.filter(({ id }) => !gone.includes(id))
  const ending = left.filter(({ act }) => act !== null).map(({ id }) => id)
  const send = async (sent: FormData) => {
    const id = textIn(sent, 'id')
    await end(id === 'others' ? id : Number(id))
    setGone([...gone, ...(id === 'others' ? ending : [Number(id)])])
    focusList()
    return said
  }
  return (
    <ActionForm className="stack" action={action} send={send}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="stack" ref={list} tabIndex={-1}>
        {left.length === 0 ? (
          empty
        ) : (
          <ul className="rows">
            {left.map(({ id, title, note, act }) => (
              <li key={id}>
                <p>
                  {title}
                  {note === undefined ? null : <span className="muted">{note}</span>}
                </p>
                {act === null ? null : (
                  <Button type="submit" size="small" variant="quiet" name="id" value={id}>
                    {act.label}
                    <span className="visually-hidden"> {act.to}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {others === undefined || ending.length < 2 ? null : (
          <p>
            <Button type="submit" variant="quiet" name="id" value="others">
              {others}
            </Button>
          </p>
        )}
      </div>
      {isSaved && gone.length === 0 ? <p className="saved">{said}</p> : null}
    </ActionForm>
  )
}
