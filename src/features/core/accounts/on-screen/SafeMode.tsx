import { type ReactNode, type SubmitEvent, useEffect } from 'react'
import { useSeeded } from '#ui/use-seeded.ts'
import { $safeMode, seedSafeMode, switchSafeMode } from './safe-mode.store.ts'

type Props = {
  /** As the page was rendered. */
  isOn: boolean
  back: string
  className?: string
  children?: ReactNode
}

/** The form whose button blurs the pictures of others, or shows them again. */
export function SafeMode({ isOn, back, className, children }: Props) {
  const isBlurred = useSeeded($safeMode, isOn, seedSafeMode)
  useEffect(() => {
    document.documentElement.toggleAttribute('data-safe-mode', isBlurred)
  }, [isBlurred])
  const change = (event: SubmitEvent) => {
    event.preventDefault()
    void switchSafeMode()
  }
  return (
    <form method="post" action="/profile/setSafeMode" onSubmit={change}>
      {children}
      <input type="hidden" name="back" value={back} />
      <button type="submit" name="on" value={String(!isBlurred)} className={className}>
        {isBlurred ? 'Show pictures again' : 'Blur pictures'}
      </button>
    </form>
  )
}
