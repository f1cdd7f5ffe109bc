import { useState } from 'react'
import { localKept } from '#lib/browser.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { KEYS_OFF } from '../stored-user.ts'

export type KeyList = ReadonlyArray<readonly [key: string, does: string]>

export function KeysDialog({
  keys,
  open,
  onClose,
}: {
  keys: KeyList
  open: boolean
  onClose(): void
}) {
  const [isOn, setOn] = useState(() => localKept.getItem(KEYS_OFF) === null)
  const change = () => {
    if (isOn) localKept.setItem(KEYS_OFF, 'yes')
    else localKept.removeItem(KEYS_OFF)
    setOn(!isOn)
  }
  return (
    <Dialog open={open} onClose={onClose} title="Keys">
      <div className="stack">
        <ul className="keys">
          {keys.map(([key, does]) => (
            <li key={key}>
              <kbd>{key}</kbd>
              {does}
            </li>
          ))}
        </ul>
        {/* Whoever speaks to the device, or presses keys by mistake, must be able to turn single letters off. */}
        <label className="choice">
          <input type="checkbox" checked={isOn} onChange={change} />
          <span>Use single letters as keys in this browser</span>
        </label>
      </div>
    </Dialog>
  )
}
