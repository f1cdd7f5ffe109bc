import {
  type ComponentProps,
  type ReactNode,
  type SyntheticEvent,
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
  close: closeLink,
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

  const isTold = useRef(false)
  /**
   * Says at once that it is closed: the browser does so a frame later, and a key that comes before
   * would open what counts as open.
   */
  const close = () => {
    dialog.current?.close()
    isTold.current = true
    onClose()
  }
  const closed = () => {
    // Not of one that was opened again meanwhile.
    if (!isTold.current && !dialog.current?.open) onClose()
    isTold.current = false
  }
  /** By Escape, or by a press on the backdrop: the dialog's padding is zero. */
  const closeFromOutside = (event: SyntheticEvent<HTMLDialogElement>) => {
    // A field for files within it tells by the same event that none was chosen.
    if (event.target !== event.currentTarget) return
    // The focus goes back to what had it, and not to where the press was.
    event.preventDefault()
    close()
  }

  return (
    <dialog
      data-enhanced=""
      {...rest}
      ref={dialog}
      className={`dialog dialog-${size}`}
      aria-labelledby={titleId}
      onCancel={closeFromOutside}
      onClose={closed}
      onMouseDown={closeFromOutside}
    >
      {closeLink || (open && isOpen) ? (
        <>
          <div className="dialog-head">
            <h2 className="dialog-title" id={titleId}>
              {title}
            </h2>
            {closeLink ?? (
              <button type="button" className="dialog-close" aria-label="Close" onClick={close}>
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
