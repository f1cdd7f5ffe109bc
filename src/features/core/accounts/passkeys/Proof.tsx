import { type MouseEvent, useRef, useState } from 'react'
import { api, assertRefused } from '#api/client.ts'
import { useForm } from '#ui/ActionForm.tsx'
import { Button } from '#ui/Button.tsx'
import { PasswordField } from '#ui/PasswordField.tsx'
import { useIsAlive } from '#ui/use-seeded.ts'
import type { askProof } from './passkeys.contract.ts'

/** Proves who is there: the present password, or a passkey, which then sends the form. */
export function Proof({ asks }: { asks: { password: boolean; passkey: boolean } }) {
  const { errors } = useForm()
  const isAlive = useIsAlive()
  const passkey = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState('')

  const prove = async ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    setProblem('')
    try {
      const { signature } = await import('./signature.client.ts')
      const optionsJSON = await api.send<typeof askProof>('POST /profile/proofOptions', {
        body: {},
      })
      const signed = JSON.stringify(await signature({ optionsJSON }))
      if (!passkey.current) return
      passkey.current.value = signed
      form?.requestSubmit()
      // A signature proves once: the form's data was taken when it was submitted.
      passkey.current.value = ''
    } catch (error) {
      assertRefused(error)
      setProblem(error.message)
    }
  }

  return (
    <>
      {asks.password ? (
        <PasswordField
          name="password"
          label="Your password"
          autoComplete="current-password"
          maxLength={1024}
          // A passkey may stand for it; the server says where neither is there.
          required={!asks.passkey}
        />
      ) : null}
      {asks.passkey ? (
        <div>
          <input type="hidden" name="passkey" ref={passkey} />
          <p className="field-error" role="alert">
            {problem || (asks.password ? '' : errors['password'])}
          </p>
          {isAlive && 'PublicKeyCredential' in window ? (
            <Button variant="quiet" size="small" onClick={(event) => void prove(event)}>
              Use a passkey {asks.password ? 'instead' : ''}
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  )
}
