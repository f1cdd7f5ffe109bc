import { memo, type MouseEvent, useEffect, useRef, useState } from 'react'
import { Icon } from './Icon.tsx'
import { initial } from './initial.ts'
import { $toasts, dismissToast, type Toast } from './toasts.store.ts'
import { useStore } from './use-store.ts'

/**
 * The live region is there from the beginning, so that screen readers announce what comes into it.
 */
export function Toasts() {
  const toasts = useStore($toasts, { ssr: 'initial' })
  return (
    <div className="toasts" role="status">
      {toasts.map((toast) => (
        <One key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

/** Goes after its time, but not while somebody points at it or has it in focus. */
const One = memo(function One({ toast }: { toast: Toast }) {
  const { id, text, news, action, shownFor } = toast
  // Counted by events: a phone takes what was touched last for pointed at.
  const held = useRef(0)
  const [isHeld, setHeld] = useState(false)
  const hold = (by: 1 | -1) => () => {
    held.current += by
    setHeld(held.current > 0)
  }
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissToast(id), shownFor)
    return () => clearTimeout(timer)
  }, [id, shownFor, isHeld])
  const act = (event: MouseEvent) => {
    if (!action?.act) return
    event.preventDefault()
    dismissToast(id)
    action.act()
  }
  return (
    <div
      className="toast"
      onPointerEnter={hold(1)}
      onPointerLeave={hold(-1)}
      onFocus={hold(1)}
      onBlur={hold(-1)}
    >
      {news ? (
        <a className="news" href={news.href}>
          <span className="avatar avatar-small" aria-hidden="true">
            {news.picture ? <img src={news.picture.src} alt="" /> : initial(news.username)}
          </span>
          <span>
            <strong>{news.username}</strong>
            {text}
          </span>
        </a>
      ) : (
        <span>{text}</span>
      )}
      {action ? (
        <a href={action.href} onClick={act}>
          {action.label}
        </a>
      ) : null}
      <button type="button" aria-label="Dismiss" onClick={() => dismissToast(id)}>
        <Icon name="close" />
      </button>
    </div>
  )
})
