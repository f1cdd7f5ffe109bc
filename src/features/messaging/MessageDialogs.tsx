import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { $chat, $refusal } from './chat.store.ts'
import { type ChatAct, ChatDialog } from './ChatDialog.tsx'
import { RefusalDialog } from './RefusalDialog.tsx'
import type { WritingRules } from './rules.ts'

/** What the chat's menu was asked for. */
export const $act = atom<ChatAct | null>(null)

type Props = { rules: WritingRules; upgrade: string; onBlocked(): void }

/** The dialogs of the page, which are loaded with its first use. */
export function MessageDialogs({ rules, upgrade, onBlocked }: Props) {
  const refusal = useStore($refusal)
  const act = useStore($act)
  const chat = useStore($chat)
  return (
    <>
      <RefusalDialog refusal={refusal} rules={rules} upgrade={upgrade} onClose={() => $refusal.set(null)} />
      {chat && <ChatDialog act={act} other={chat.other} onClose={() => $act.set(null)} onBlocked={onBlocked} />}
    </>
  )
}
