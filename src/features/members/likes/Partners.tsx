import { useState } from 'react'
import type { RefusedPart } from '#core/people/edit/PartForm.tsx'
import { ActionForm, Submit } from '#ui/ActionForm.tsx'
import { withBoundary } from '#ui/Boundary.tsx'
import { Field } from '#ui/Field.tsx'
import { textIn } from '#ui/form-answer.ts'
import { Rows } from '#ui/Rows.tsx'
import { useFocus } from '#ui/use-focus.ts'
import { answerInvitation, endLink, invite, type Partners as All } from './partners.store.ts'
import { GONE, partnerActs, whyMost } from './partners.ts'

type Props = {
  partners: All
  /** Whose name is filled in. */
  invitee: string
  refused: RefusedPart
  /** What was done without script: a name of `partnerActs`. */
  saved: string
}

/**
 * Who invites a member, whom they are linked with and have invited, and a form to invite somebody.
 */
export const Partners = withBoundary(function Partners(props: Props) {
  const [{ linked, invited, invitations, most }, setPartners] = useState(props.partners)
  const [said, setSaid] = useState(partnerActs[props.saved] ?? '')
  const [times, setTimes] = useState(0)
  const [status, focusStatus] = useFocus<HTMLParagraphElement>()
  const say = (act: string) => {
    setSaid(partnerActs[act] ?? '')
    // Rows of another key show all that there are.
    setTimes(times + 1)
    focusStatus()
  }
  const answer = async (form: FormData) => {
    const isYes = textIn(form, 'answer') === 'accept'
    setPartners(await answerInvitation(Number(textIn(form, 'id')), isYes ? 'accept' : 'decline'))
    say(isYes ? 'partner-linked' : 'partner-declined')
  }
  const ask = async (form: FormData) => {
    const [state, partners] = await invite(textIn(form, 'username'))
    setPartners(partners)
    say(`partner-${state}`)
  }
  const end = async (id: number | 'others') => {
    setSaid('')
    if (id !== 'others') setPartners(await endLink(id))
  }
  const { refused } = props
  return (
    <>
      {invitations.length === 0 ? null : (
        <div className="part stack">
          <h3>They ask you</h3>
          {invitations.map(({ id, username }) => (
            <ActionForm
              key={id}
              className="form"
              action="/profile/answerPartner"
              send={answer}
              actions={
                <div className="cluster">
                  <Submit size="small" name="answer" value="accept">
                    Accept<span className="visually-hidden"> {username}</span>
                  </Submit>
                  <Submit size="small" variant="quiet" name="answer" value="decline">
                    Decline<span className="visually-hidden"> {username}</span>
                  </Submit>
                  <a className="muted" href={`/profile/view/id/${id}?act=report#act`}>
                    Report<span className="visually-hidden"> {username}</span>
                  </a>
                </div>
              }
            >
              <input type="hidden" name="id" value={id} />
              <a href={`/profile/view/id/${id}`}>{username}</a>
            </ActionForm>
          ))}
        </div>
      )}
      <p className="saved" role="status" tabIndex={-1} ref={status}>
        {said}
      </p>
      {props.partners.linked.length + props.partners.invited.length + times === 0 ? null : (
        <Rows
          key={times}
          rows={[
            ...linked.map((one) => rowOf(one, 'linked', 'End', 'the link with')),
            ...invited.map((one) => rowOf(one, 'invited', 'Take back', 'the invitation of')),
          ]}
          action="/profile/endPartner"
          end={end}
          said="Done. They are not told."
          isSaved={false}
        />
      )}
      {linked.length + invited.length >= most ? (
        <p className="muted">{whyMost}</p>
      ) : (
        <ActionForm
          key={`invite-${times}`}
          className="form"
          action="/profile/invitePartner"
          send={ask}
          refused={refused}
          actions={<Submit>Invite</Submit>}
        >
          <Field
            name="username"
            label="Their username"
            hint="They see your name, and agree or decline. You are not told of a no."
            defaultValue={times === 0 ? props.invitee : ''}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </ActionForm>
      )}
    </>
  )
})

function rowOf(
  { id, username }: { id: number; username: string | null },
  note: string,
  label: string,
  to: string,
) {
  const title =
    username === null ? <strong>{GONE}</strong> : <a href={`/profile/view/id/${id}`}>{username}</a>
  return { id, title, note, act: { label, to: `${to} ${username ?? GONE}` } }
}
