import { useEffect, useState } from 'react'

/**
 * Whether the page's address names the dialog, so that links, Back and a reload work; and what
 * closes it.
 */
export function useHashDialog(id: string): [isOpen: boolean, close: () => void] {
  const [isOpen, setOpen] = useState(false)
  const [mayGoBack, setMayGoBack] = useState(false)
  useEffect(() => {
    const follow = (event?: HashChangeEvent) => {
      const isNamed = location.hash === `#${id}`
      setOpen(isNamed)
      setMayGoBack(isNamed && event !== undefined)
    }
    follow()
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [id])
  const close = () => {
    setOpen(false)
    if (location.hash !== `#${id}`) return
    if (mayGoBack) history.back()
    else history.replaceState(null, '', location.pathname + location.search)
  }
  return [isOpen, close]
}
