import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { api, assertRefused } from '../../../api/client.ts'
import { ActionForm, Submit } from '../../../ui/ActionForm.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Tick } from '../../../ui/Field.tsx'
import { useLatest } from '../../../ui/use-latest.ts'
import type { partnersOfMember } from '../likes/partners.contract.ts'
import { ReportForm } from './ReportForm.tsx'
import { $asked, ask, type Reporting, block, report } from './reporting.store.ts'

const close = () => $asked.set(null)

/** The modals block, report abuse and feedback sent, about anybody whom the page shows. */
export function ReportingDialog() {
  const asked = useStore($asked)
  const shown = useLatest(asked)
  const [reported, setReported] = useState<Reporting | null>(null)
  if (!shown) return null
  const { username } = shown.person
  const step = reported === shown ? 'reported' : shown.act
  const titles = {
    block: `Block ${username}?`,
    report: `Report ${username}`,
    reported: 'Thank you',
  }
  return (
    <Dialog
      open={asked !== null}
      onClose={close}
      title={titles[step]}
      size={step === 'report' ? 'medium' : 'small'}
    >
      {step === 'block' ? <Block asked={shown} /> : null}
      {step === 'report' ? (
        <ReportForm
          username={username}
          action="/profile/reportAbuse"
          onClose={close}
          send={async (reason, details) => {
            await report(shown, reason, details)
            setReported(shown)
          }}
        >
          <input type="hidden" name="id" value={shown.person.id} />
          {shown.update == null ? null : (
            <>
              <input type="hidden" name="update" value={shown.update} />
              <p>It is about an update; we keep its words with your report.</p>
            </>
          )}
        </ReportForm>
      ) : null}
      {step === 'reported' ? <Reported asked={shown} /> : null}
    </Dialog>
  )
}

function Block({ asked: { person } }: { asked: Reporting }) {
  const { id, username } = person
  const [partners, setPartners] = useState<ReadonlyArray<{ id: number; username: string }>>([])
  useEffect(() => {
    api
      .send<typeof partnersOfMember>('GET /profile/partners/id/{id}', { params: { id } })
      .then((found) => setPartners(found.partners), assertRefused)
  }, [id])
  return (
    <ActionForm
      className="form"
      action="/profile/blockUser"
      send={async (fields) => {
        await block(person, fields.getAll('also').map(Number))
        close()
      }}
      actions={
        <div className="dialog-actions">
          <Button variant="quiet" onClick={close} autoFocus>
            Cancel
          </Button>
          <Submit variant="danger">Block</Submit>
        </div>
      }
    >
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="action" value="block" />
      <p>
        From now on neither of you finds, sees or writes to the other, on any of our sites. Likes
        between you are taken back. {username} is not told.
      </p>
      <p className="muted">
        Did they threaten or cheat you?{' '}
        <Button variant="plain" onClick={() => ask({ act: 'report', person })}>
          Report them
        </Button>{' '}
        as well. Advice and help lines are{' '}
        <a href="/site/safety#help-lines" target="_blank" rel="noopener">
          on the safety page
        </a>
        .
      </p>
      {partners.map((one) => (
        <Tick
          key={one.id}
          name="also"
          value={one.id}
          label={`Block ${one.username}, their partner, as well`}
        />
      ))}
    </ActionForm>
  )
}

function Reported({ asked: { person } }: { asked: Reporting }) {
  return (
    <>
      <p role="status">
        Your report is with us. A person reads it, looks at the profile and decides; if it breaks
        our rules, it is taken down.
      </p>
      <p>
        {person.username} is not told. If you would rather not see them in the meantime, block them.
      </p>
      <div className="dialog-actions">
        <Button variant="quiet" onClick={() => ask({ act: 'block', person })}>
          Block {person.username}
        </Button>
        <Button onClick={close} autoFocus>
          Done
        </Button>
      </div>
    </>
  )
}
