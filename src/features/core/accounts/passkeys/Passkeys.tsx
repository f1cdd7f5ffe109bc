import { type ComponentProps, useState } from 'react'
import type { Answer } from '#api/contract.ts'
import { dayIn } from '#lib/formats.ts'
import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { textIn, valueOf } from '#ui/form-answer.ts'
import '#ui/rows.css'
import { useFocus } from '#ui/use-focus.ts'
import { useIsAlive } from '#ui/use-seeded.ts'
import type { listPasskeys } from './passkeys.contract.ts'
import { removePasskey, renamePasskey } from './passkeys.store.ts'
import { NAME_LENGTH } from './passkeys.ts'
import { Proof } from './Proof.tsx'
import styles from './Passkeys.module.css'

type Asks = { password: boolean; passkey: boolean }
type Refused = NonNullable<ComponentProps<typeof ActionForm>['refused']> & { form: string | null }
type Passkey = Answer<typeof listPasskeys>['passkeys'][number]

/**
 * A member's passkeys, with a link to the dialog `#passkey` that adds one. Whoever runs no script
 * cannot, and can rename and remove those that are there.
 */
export const Passkeys = withBoundary(function Passkeys({
  passkeys,
  asks,
  locale,
  isSaved,
  refused,
}: {
  passkeys: readonly Passkey[]
  asks: Asks
  locale: string
  isSaved: boolean
  /** A form of a row that was posted without script. */
  refused: Refused | null
}) {
  const isAlive = useIsAlive()
  const [gone, setGone] = useState<readonly number[]>([])
  const [said, focusSaid] = useFocus<HTMLParagraphElement>()
  const left = passkeys.filter(({ id }) => !gone.includes(id))
  const refusedId = refused && Number(valueOf(refused.values, 'id'))
  const removed = (id: number) => {
    setGone([...gone, id])
    focusSaid()
  }
  return (
    <>
      {refused && !passkeys.some(({ id }) => id === refusedId) ? (
        <p className="notice notice-danger" role="alert">
          {refused.problem.detail}
        </p>
      ) : null}
      {left.length === 0 ? (
        <p className="muted">You have none.</p>
      ) : (
        <ul className="rows">
          {left.map((passkey) => (
            <Row
              key={passkey.id}
              passkey={passkey}
              asks={asks}
              locale={locale}
              refused={passkey.id === refusedId ? refused : null}
              onRemoved={() => removed(passkey.id)}
            />
          ))}
        </ul>
      )}
      <p className="saved" role="status" ref={said} tabIndex={-1}>
        {gone.length > 0 ? 'Removed.' : isSaved ? 'Your passkeys are saved.' : ''}
      </p>
      {isAlive && 'PublicKeyCredential' in window ? (
        <p>
          <ButtonLink variant="quiet" href="#passkey">
            Add a passkey
          </ButtonLink>
        </p>
      ) : (
        <p className="muted">This browser cannot make a passkey here.</p>
      )}
    </>
  )
})

function Row({
  passkey: { id, name, brand, addedAt, lastUsedAt },
  asks,
  locale,
  refused,
  onRemoved,
}: {
  passkey: Passkey
  asks: Asks
  locale: string
  refused: Refused | null
  onRemoved(): void
}) {
  const [called, setCalled] = useState(name)
  const renaming = refused?.form === 'rename-passkey' ? refused : null
  const removing = refused?.form === 'remove-passkey' ? refused : null
  return (
    <li>
      <p className={styles['name']}>
        <strong>{called}</strong>, on {brand}
        <span className="muted">
          Added on {dayIn(locale, new Date(addedAt))}.{' '}
          {lastUsedAt === null
            ? 'Not used yet.'
            : `Last used on ${dayIn(locale, new Date(lastUsedAt))}.`}
        </span>
      </p>
      <div className={styles['acts']}>
        <details open={renaming !== null}>
          <summary className="button button-quiet button-small">
            Rename<span className="visually-hidden"> {called}</span>
          </summary>
          <RenameForm id={id} name={called} refused={renaming} onRenamed={setCalled} />
        </details>
        <details open={removing !== null}>
          <summary className="button button-quiet button-small">
            Remove<span className="visually-hidden"> {called}</span>
          </summary>
          <RemoveForm id={id} name={called} asks={asks} refused={removing} onRemoved={onRemoved} />
        </details>
      </div>
    </li>
  )
}

function RenameForm({
  id,
  name,
  refused,
  onRenamed,
}: {
  id: number
  name: string
  refused: Refused | null
  onRenamed(name: string): void
}) {
  const send = async (fields: FormData) => {
    const chosen = textIn(fields, 'name')
    await renamePasskey(id, chosen)
    onRenamed(chosen)
    return 'Saved.'
  }
  return (
    <ActionForm
      className="form"
      action="/profile/renamePasskey"
      send={send}
      refused={refused}
      actions={<Submit size="small">Save</Submit>}
    >
      <input type="hidden" name="id" value={id} />
      <Field
        name="name"
        label="Name"
        defaultValue={name}
        maxLength={NAME_LENGTH}
        autoComplete="off"
        required
      />
    </ActionForm>
  )
}

function RemoveForm({
  id,
  name,
  asks,
  refused,
  onRemoved,
}: {
  id: number
  name: string
  asks: Asks
  refused: Refused | null
  onRemoved(): void
}) {
  const send = async (fields: FormData) => {
    await removePasskey(id, textIn(fields, 'password'), textIn(fields, 'passkey'))
    onRemoved()
  }
  return (
    <ActionForm
      className="form"
      action="/profile/removePasskey"
      send={send}
      refused={refused}
      actions={
        <Submit size="small" variant="danger">
          Remove<span className="visually-hidden"> {name}</span>
        </Submit>
      }
    >
      <input type="hidden" name="id" value={id} />
      <Proof asks={asks} />
    </ActionForm>
  )
}
