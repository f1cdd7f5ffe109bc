import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Icon } from './Icon.tsx'

type Props = Pick<ComponentProps<'dialog'>, 'id' | 'onClick'> & {
  open: boolean
  /** Called when the dialog is closed by Escape, the close button or a click on the backdrop. */
  onClose(): void
  title: ReactNode
  size?: 'small' | 'medium' | 'wide'
  children?: ReactNode
  actions?: ReactNode
  /** What closes it, where the server renders what it shows: needs no script. */
  close?: ReactNode
  /** Undefined while the page's address opens it. */
  'data-enhanced'?: '' | undefined
}

/** A modal on the native dialog element: the browser handles focus, Escape and the inert page. */
export function Dialog({
  open,
  onClose,
  title,
  size = 'medium',
  children,
  actions,
  close,
  ...rest
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // What it shows comes once it is open: nothing in a closed dialog takes the focus.
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    const element = dialog.current
    if (open) element?.showModal()
    setOpen(open)
    // Also where it is taken away: closing gives the focus back to what had it.
    return () => element?.close()
  }, [open])

  const closeOutside = (event: MouseEvent<HTMLDialogElement>) => {
    // A click on the backdrop has the dialog itself as its target, since its padding is zero.
    if (event.target !== event.currentTarget) return
    // The focus goes back to what had it, and not to where the press was.
    event.preventDefault()
    event.currentTarget.close()
  }

  return (
    <dialog
      data-enhanced=""
      {...rest}
      ref={dialog}
      className={size === 'medium' ? 'dialog' : `dialog dialog-${size}`}
      aria-labelledby={titleId}
      onClose={onClose}
      onMouseDown={closeOutside}
    >
      {close || (open && isOpen) ? (
        <>
          <div className="dialog-head">
            <h2 className="dialog-title" id={titleId}>
              {title}
            </h2>
            {close ?? (
              <button
                type="button"
                className="dialog-close"
                aria-label="Close"
                onClick={() => dialog.current?.close()}
              >
                <Icon name="close" />
              </button>
            )}
          </div>
          <div className="dialog-body">
            {children}
            {actions === undefined ? null : <div className="dialog-actions">{actions}</div>}
          </div>
        </>
      ) : null}
    </dialog>
  )
}
