import { useState } from 'react'
import { KEYS_OFF } from '../features/core/accounts/stored-user.ts'
import { localKept } from '../lib/browser.ts'
import { Dialog } from '../ui/Dialog.tsx'

const keys: ReadonlyArray<readonly [key: string, does: string]> = [
  ['J', 'The next person of a list; on a profile, the next profile'],
  ['K', 'The one before'],
  ['← ↑ → ↓', 'From person to person, once one of a list has the focus'],
  ['Enter', 'Open the profile'],
  ['L', 'Like, or take it back'],
  ['/', 'Search'],
  ['?', 'This list'],
]

export function KeysDialog({ open, onClose }: { open: boolean; onClose(): void }) {
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
