import { useEffect, useState } from 'react'
import { api, assertRefused } from '#api/client.ts'
import type { partnersOfMember } from '#members/likes/partners.contract.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useLatest } from '#ui/use-latest.ts'
import { useStore } from '#ui/use-store.ts'
import { BlockForm } from '../blocks/BlockForm.tsx'
import { AbuseForm } from './AbuseForm.tsx'
import { Reported } from './Reported.tsx'
import { $asked, ask, type Reporting } from './reporting.store.ts'

const close = () => $asked.set(null)

/** The modals block, report abuse and feedback sent, about anybody whom the page shows. */
export function ReportingDialog() {
  const asked = useStore($asked)
  const shown = useLatest(asked)
  const [reported, setReported] = useState<Reporting | null>(null)
  if (!shown) return null
  const { person } = shown
  const { username } = person
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
      {step === 'block' ? <Block person={person} /> : null}
      {step === 'report' ? (
        <AbuseForm
          asked={shown}
          onReported={() => setReported(shown)}
          cancel={
            <Button variant="quiet" onClick={close}>
              Cancel
            </Button>
          }
        />
      ) : null}
      {step === 'reported' ? (
        <Reported username={username}>
          <Button variant="quiet" onClick={() => ask({ act: 'block', person })}>
            Block {username}
          </Button>
          <Button onClick={close} autoFocus>
            Done
          </Button>
        </Reported>
      ) : null}
    </Dialog>
  )
}

function Block({ person }: Pick<Reporting, 'person'>) {
  const { id } = person
  const [partners, setPartners] = useState<ReadonlyArray<Reporting['person']>>([])
  useEffect(() => {
    api
      .send<typeof partnersOfMember>('GET /profile/partners/id/{id}', { params: { id } })
      .then((found) => setPartners(found.partners), assertRefused)
  }, [id])
  return (
    <BlockForm
      person={person}
      partners={partners}
      onBlocked={close}
      report={
        <Button variant="plain" onClick={() => ask({ act: 'report', person })}>
          Report them
        </Button>
      }
      cancel={
        <Button variant="quiet" onClick={close} autoFocus>
          Cancel
        </Button>
      }
    />
  )
}
