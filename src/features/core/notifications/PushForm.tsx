import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { withBoundary } from '#ui/Boundary.tsx'
import { Button } from '#ui/Button.tsx'
import { Tick } from '#ui/Tick.tsx'
import { useIsAlive } from '#ui/use-seeded.ts'
import { useStore } from '#ui/use-store.ts'
import { play, setSound, wantsSound } from './chime.client.ts'
import { $pushDevice, readPushDevice, turnOffPush, turnOnPush } from './push-device.store.ts'
import { pushKinds, pushServices, pushWords } from './push.ts'

const makers = new Intl.ListFormat('en', { type: 'disjunction' }).format(pushServices)
const states = {
  cannot: 'This browser cannot be told when no page is open.',
  blocked:
    'Your browser does not let this site tell you. Allow notifications for it in the browser’s settings of this page, then come back.',
  off: 'Off: this browser is not told.',
  on: 'On: this browser is told.',
} as const

/** Of what this browser is told when no page of the site is open; that only its script knows. */
export const PushForm = withBoundary(function PushForm({ publicKey }: { publicKey: string }) {
  const device = useStore($pushDevice, { ssr: 'initial' })
  const [isBusy, setBusy] = useState(false)
  const save = useRef<HTMLButtonElement>(null)
  const during = async (act: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    await act().finally(() => setBusy(false))
  }
  useEffect(() => void during(readPushDevice), [])

  const turnOn = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const kinds = pushKinds.filter((kind) => fields.has(kind))
    void during(() => turnOnPush(publicKey, kinds, fields.has('saysWhat')))
  }
  // The button that was pressed goes.
  const turnOff = () => void during(turnOffPush).then(() => save.current?.focus())

  return (
    <form className="form" onSubmit={turnOn} autoComplete="off">
      <p role="status">
        {device === null
          ? 'This needs a browser with script, which can be told when no page is open.'
          : (device.problem ?? states[device.state])}
      </p>
      {device === null || device.state === 'cannot' ? null : (
        <fieldset className="stack">
          <legend className="field-label">Tell this browser of</legend>
          {pushKinds.map((kind) => (
            <Tick
              key={kind}
              name={kind}
              label={pushWords[kind].label}
              defaultChecked={device.kinds.includes(kind)}
            />
          ))}
          <Tick
            className="push-what"
            name="saysWhat"
            label="Say what it is"
            hint="Such as “Somebody likes your photo”. Whoever sees your screen can read it. Without this, a notice says only “Something new”. Names and messages are never on it."
            defaultChecked={device.saysWhat}
          />
          <p className="field-hint">
            A notice goes through the push service of your browser, that of {makers}, which cannot
            read it.
          </p>
          <div className="cluster">
            <Button type="submit" ref={save} busy={isBusy}>
              {device.state === 'on' ? 'Save' : 'Turn on here'}
            </Button>
            {device.state === 'on' ? (
              <Button variant="quiet" busy={isBusy} onClick={turnOff}>
                Turn off here
              </Button>
            ) : null}
          </div>
        </fieldset>
      )}
      <Sound />
    </form>
  )
})

/** A sound for messages while a page is open; kept in this browser alone. */
function Sound() {
  const isAlive = useIsAlive()
  if (!isAlive) return null
  const change = (isOn: boolean) => {
    setSound(isOn)
    if (isOn) void play()
  }
  return (
    <Tick
      label="A short sound for a new message"
      hint="While a page of the site is open on this device."
      defaultChecked={wantsSound()}
      onChange={(event) => change(event.currentTarget.checked)}
    />
  )
}
