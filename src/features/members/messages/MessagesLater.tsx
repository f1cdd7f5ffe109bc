import { useEffect } from 'react'
import { logActs } from './acts/log-acts.ts'
import { MessageMenu } from './acts/MessageMenu.tsx'
import { Arrivals } from './Arrivals.tsx'
import { followMessages } from './chat/follow-messages.store.ts'
import { pageActs } from './chat/page-acts.ts'
import { MessageDialogs } from './MessageDialogs.tsx'
import { followOtherTabs } from './writing/other-tabs.client.ts'
import type { WritingRules } from './writing/rules.ts'

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
function MessagesLater(props: Props) {
  useEffect(() => {
    // Without a network it could not be loaded any more: what is written then waits in it.
    void import('./chat/Failed.tsx')
    void import('./writing/outbox.store.ts')
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

/** What the island takes from here once it is loaded. */
export const laterParts = { MessagesLater, MessageMenu, logActs, pageActs }
export type LaterParts = typeof laterParts
