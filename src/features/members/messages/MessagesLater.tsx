import { useEffect } from 'react'
import { Arrivals } from './Arrivals.tsx'
import { followMessages } from './follow-messages.store.ts'
import { MessageDialogs } from './MessageDialogs.tsx'
import { followOtherTabs } from './other-tabs.client.ts'
import type { WritingRules } from './rules.ts'

// With what they open.
export { logActs } from './log-acts.ts'
export { MessageMenu } from './MessageMenu.tsx'
export { pageActs } from './page-acts.ts'

type Props = {
  rules: WritingRules
  most: number
  upgrade: string
  takes: string
  now: string
  locale: string
}

/**
 * What the page has without anybody waiting for it: dialogs, what is announced, and what follows
 * from a change.
 */
export function MessagesLater(props: Props) {
  useEffect(() => {
    // Without a network it could not be loaded any more: what is written then waits in it.
    void import('./Failed.tsx')
    void import('./outbox.store.ts')
    const stops = [followMessages(), followOtherTabs()]
    return () => stops.forEach((stop) => stop())
  }, [])
  return (
    <>
      <Arrivals />
      <MessageDialogs {...props} />
    </>
  )
}
