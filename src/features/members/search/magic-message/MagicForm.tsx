import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react'
import {
  draftFor,
  draftKey,
  forgetDraft,
  keepDraft,
  SEVERAL,
} from '#members/messages/writing/drafts.ts'
import { MAGIC_RECIPIENTS, type magicRuleOf } from '#members/messages/writing/rules.ts'
import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { sendToSeveral } from './magic-message.store.ts'

type Props = {
  rule: ReturnType<typeof magicRuleOf>
  /** Null on brands without credits. */
  credits: number | null
  /** Characters. */
  most: number
  upgrade: string
  /** What it takes to write to members. */
  takes: string
  /** The idempotency key of a text that is not kept yet. */
  sendingKey: string
  refused?: ComponentProps<typeof ActionForm>['refused']
  /** Whether what was refused goes out once it is sent again. */
  asksWhetherSure?: boolean
}

/**
 * An opener to several members at once: says what it costs first, and is an offer for those who may
 * not send it.
 */
export const MagicForm = withBoundary(function MagicForm(props: Props) {
  const { rule, most, upgrade, takes, sendingKey, refused = null, asksWhetherSure = false } = props
  const { may, price } = rule
  const credits = props.credits ?? 0
  const isTooDear = may && credits < price
  const [isOffered, setOffered] = useState(!may || isTooDear)
  const [key, setKey] = useState(sendingKey)
  const area = useRef<HTMLTextAreaElement>(null)
  const keep = () => {
    keepDraft(SEVERAL, area.current?.value ?? '', { key: sendingKey })
    setKey(draftKey(SEVERAL, sendingKey))
  }
  useLayoutEffect(() => {
    if (area.current?.value === '') area.current.value = draftFor(SEVERAL)
    keep()
    // Once, as the form comes; typed before hydration, it is kept as well.
  }, [])
  const send = async (fields: FormData) => {
    const sent = await sendToSeveral(fields, price)
    if (sent === 'offer') setOffered(true)
    if (typeof sent !== 'number') return ''
    if (area.current) area.current.value = ''
    forgetDraft(SEVERAL)
    setKey(draftKey(SEVERAL, sendingKey))
    return `Sent to ${sent === 1 ? 'one member' : `${sent} members`}.`
  }
  return (
    <>
      <p>
        Write one opener of your own. It goes to up to {MAGIC_RECIPIENTS} members who are online
        now, fit what you look for, and have no conversation with you yet.
        {price > 0 ? (
          <span>{` It costs ${price} credits for all of them together; you have ${credits}.`}</span>
        ) : null}{' '}
        You can send one a day.
      </p>
      {isOffered ? (
        <div className="stack">
          <p className="notice">
            {isTooDear
              ? 'You have too few credits for it.'
              : `Writing to several members at once takes ${takes}.`}
          </p>
          <p>
            <ButtonLink href="/billing/upgrade?upgradeSourceType=magic">{upgrade}</ButtonLink>
          </p>
        </div>
      ) : null}
      {may && (!isTooDear || refused !== null) ? (
        <ActionForm
          className="form"
          action="/message/sendMagicMessage"
          send={send}
          refused={refused}
          actions={
            <>
              <Submit wide>{price > 0 ? `Send for ${price} credits` : 'Send'}</Submit>
              {asksWhetherSure ? (
                <Submit variant="quiet" name="isSure" value="yes" wide>
                  Send anyway
                </Submit>
              ) : null}
            </>
          }
        >
          <input type="hidden" name="key" value={key} />
          <TextField
            ref={area}
            name="body"
            label="Your opener"
            hint={`A question is a good beginning. Up to ${most.toLocaleString('en')} characters.`}
            rows={4}
            most={most}
            onInput={keep}
            autoFocus={refused === null}
            required
          />
        </ActionForm>
      ) : null}
    </>
  )
})
