import {
  type KeyList,
  KeysDialog as List,
} from '../features/core/accounts/on-screen/KeysDialog.tsx'

const keys: KeyList = [
  ['J', 'The next person of a list; on a profile, the next profile'],
  ['K', 'The one before'],
  ['← ↑ → ↓', 'From person to person, once one of a list has the focus'],
  ['Enter', 'Open the profile'],
  ['L', 'Like, or take it back'],
  ['← → Z', 'One at a time: not for me, like, bring the last one back'],
  ['/', 'Search'],
  ['?', 'This list'],
]

export function KeysDialog(props: { open: boolean; onClose(): void }) {
  return <List keys={keys} {...props} />
}
