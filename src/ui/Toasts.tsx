import { useStore } from '@nanostores/react'
import { Icon } from './Icon.tsx'
import { $toasts, dismissToast } from './toasts.store.ts'

/**
 * Rendered once per page, by the layout. The live region always exists, so that screen readers announce new messages.
 */
export function Toasts() {
  const toasts = useStore($toasts)
  return (
    <div className="toasts" role="status">
      {toasts.map((toast) => (
        <div key={toast.id} className="toast">
          <span>{toast.text}</span>
          {toast.action ? <a href={toast.action.href}>{toast.action.label}</a> : null}
          <button type="button" aria-label="Dismiss" onClick={() => dismissToast(toast.id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  )
}
