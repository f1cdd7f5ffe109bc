import { type KeyboardEvent, type ReactNode, useEffect } from 'react'
import { useKeys } from '#core/accounts/on-screen/use-keys.ts'
import { Button } from '#ui/Button.tsx'
import { useStore } from '#ui/use-store.ts'
import { $sharp, sharpen, veil } from './desk.store.ts'
import styles from './Veiled.module.css'

type Props = {
  /** In which it is noted that they are sharp. */
  task: number | null
  /** Notes it where there is no task. */
  onSharp?(): void
  children: ReactNode
}

/** Pictures are blurred and grey, and sharp as long as a button or key is held. */
export function Veiled({ task, onSharp, children }: Props) {
  const isSharp = useStore($sharp, { ssr: 'initial' })
  const show = () => {
    if (sharpen(task)) onSharp?.()
  }
  useKeys({ v: show })
  useEffect(() => {
    const lift = (event: Event) => {
      if (!(event instanceof window.KeyboardEvent) || event.key.toLowerCase() === 'v') veil()
    }
    document.addEventListener('keyup', lift)
    window.addEventListener('blur', lift)
    return () => {
      document.removeEventListener('keyup', lift)
      window.removeEventListener('blur', lift)
    }
  }, [])
  const press = ({ key }: KeyboardEvent) => {
    if (key === ' ' || key === 'Enter') show()
  }
  return (
    <div className={`stack ${isSharp ? '' : styles['veiled']}`}>
      <p>
        <Button
          variant="quiet"
          size="small"
          className={styles['hold']}
          onPointerDown={show}
          onPointerUp={veil}
          onPointerLeave={veil}
          onPointerCancel={veil}
          onBlur={veil}
          onKeyUp={veil}
          onKeyDown={press}
        >
          Hold to see it sharp <kbd>V</kbd>
        </Button>
      </p>
      {children}
    </div>
  )
}
