import {
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { withBoundary } from './Boundary.tsx'
import { Dialog } from './Dialog.tsx'
import { Icon } from './Icon.tsx'

type Props = { id: string; title: string; size?: 'small' | 'medium'; children?: ReactNode }

/** A dialog that links to `#id` open and links to `#closed` close, without script as well. */
export const HashDialog = withBoundary(function HashDialog({ id, ...shown }: Props) {
  const [named, leave] = useHash(id)
  const isAlive = named !== null
  const closeByLink = (event: MouseEvent) => {
    if (!(event.target as Element).closest('a[href="#closed"]')) return
    // Closed so, it is no step of the history.
    event.preventDefault()
    leave()
  }
  return (
    <Dialog
      {...shown}
      // Alive, it is no target: the browser would take the focus from the link to it.
      id={isAlive ? undefined : id}
      data-enhanced={isAlive ? '' : undefined}
      open={!!named}
      onClose={leave}
      onClick={closeByLink}
      close={
        <a className="dialog-close" href="#closed" aria-label="Close">
          <Icon name="close" />
        </a>
      }
    />
  )
})

/**
 * Whether the page's address names the dialog, so that links, Back and a reload work, and whether
 * that is a step of its own; null until it is known. And what closes it.
 */
function useHash(id: string): [named: 'step' | 'page' | false | null, leave: () => void] {
  const [named, setNamed] = useState<'step' | 'page' | false | null>(null)
  const focused = useRef<Element>(null)
  useLayoutEffect(() => {
    // Who came by the address before it was modal may be in a field of it; all else is inert now.
    const field = focused.current as HTMLElement | null
    if (named && !(field instanceof HTMLDialogElement)) field?.focus()
  }, [named])
  useEffect(() => {
    const follow = (event?: HashChangeEvent) => {
      focused.current = document.activeElement
      // One dialog may have taken the place of another, in whose step it is.
      const way = event?.oldURL.includes('#') === false ? 'step' : 'page'
      setNamed(location.hash === `#${id}` && way)
    }
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [id])
  const leave = () => {
    setNamed(false)
    // Once: a dialog that closes says so again, while the browser is on its way back.
    if (!named || location.hash !== `#${id}`) return
    if (named === 'step') history.back()
    else history.replaceState(null, '', location.href.split('#')[0])
  }
  return [named, leave]
}
