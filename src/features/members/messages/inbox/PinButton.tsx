type Props = { isPinned: boolean }

/** Of a form that names the conversation; `page-acts.ts` does what it asks for. */
export function PinButton({ isPinned }: Props) {
  return (
    <button type="submit" name="pinned" value={isPinned ? 'no' : 'yes'} formAction="/message/pin">
      {isPinned ? 'Unpin' : 'Pin'}
    </button>
  )
}
