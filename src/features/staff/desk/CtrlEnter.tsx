import type { KeyboardEvent, ReactNode } from 'react'

/** Around a form, which Ctrl and Enter send from wherever in it one is. */
export function CtrlEnter({ children }: { children: ReactNode }) {
  const enter = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    const { target } = event
    if (target instanceof Element) target.closest('form')?.requestSubmit()
  }
  return <div onKeyDown={enter}>{children}</div>
}
