import {
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Icon } from './Icon.tsx'
import type { IslandIconName } from './island-icons.ts'
import styles from './ActsMenu.module.css'

type Props = {
  label: string
  className?: string | undefined
  /** Class of what opens it, in the place of the plain dots. */
  look?: string | undefined
  icon?: IslandIconName
  /** Shown beside the icon. */
  text?: string | null
  children: ReactNode
  /** Of several with one name, one is open. */
  name?: string
  /** Whether it came in the place of a control that had the focus. */
  takesFocus?: boolean
}

/**
 * Links and forms behind three dots; opens without script, too. Escape, a choice and a click
 * outside close it.
 */
export function ActsMenu({
  label,
  className,
  look,
  icon = 'more',
  text = null,
  children,
  name,
  takesFocus = false,
}: Props) {
  const menu = useRef<HTMLDetailsElement>(null)
  const summary = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  // Before a dialog opens, which gives the focus back to what has it now.
  useLayoutEffect(() => {
    if (takesFocus && document.activeElement === document.body)
      summary.current?.focus({ preventScroll: true })
  }, [takesFocus])
  useEffect(() => {
    if (!isOpen) return
    const close = () => menu.current?.removeAttribute('open')
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      close()
      summary.current?.focus()
    }
    const click = ({ target }: Event) => {
      if (!(target instanceof Node && menu.current?.contains(target))) close()
    }
    document.addEventListener('keydown', press)
    document.addEventListener('click', click)
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('click', click)
    }
  }, [isOpen])
  // What is chosen may open a dialog, which gives the focus back to what has it now.
  const choose = ({ target }: MouseEvent) => {
    if (!(target instanceof Element) || !target.closest('a, button')) return
    summary.current?.focus()
    menu.current?.removeAttribute('open')
  }
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !menu.current?.contains(relatedTarget))
      menu.current?.removeAttribute('open')
  }
  return (
    <details
      ref={menu}
      className={`${styles['menu']} ${className ?? ''}`}
      name={name}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onBlur={leave}
    >
      <summary ref={summary} aria-label={label} className={look ?? styles['dots']}>
        <Icon name={icon} />
        {text}
      </summary>
      <div className={styles['acts']} onClick={choose}>
        {children}
      </div>
    </details>
  )
}
