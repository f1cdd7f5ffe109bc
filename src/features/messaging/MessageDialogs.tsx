import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { $chat, $refusal } from './chat.store.ts'
import { type ChatAct, ChatDialog } from './ChatDialog.tsx'
import type { sendVoice } from './outbox.store.ts'
import { $recorder } from './recorder.store.ts'
import { RefusalDialog } from './RefusalDialog.tsx'
import type { WritingRules } from './rules.ts'
import { VoiceDialog } from './VoiceDialog.tsx'

/** What the chat's menu was asked for. */
export const $act = atom<ChatAct | null>(null)

type Props = { rules: WritingRules; most: number; upgrade: string; onBlocked(): void; onVoice: typeof sendVoice }

/** The dialogs of the page, which are loaded with its first use. */
export function MessageDialogs({ rules, most, upgrade, onBlocked, onVoice }: Props) {
  const refusal = useStore($refusal)
  const act = useStore($act)
  const chat = useStore($chat)
  const recorder = useStore($recorder)
  return (
    <>
      <RefusalDialog refusal={refusal} rules={rules} upgrade={upgrade} onClose={() => $refusal.set(null)} />
      {chat && <ChatDialog act={act} other={chat.other} onClose={() => $act.set(null)} onBlocked={onBlocked} />}
      {chat && recorder?.otherId === chat.other.userId ? <VoiceDialog recorder={recorder} chat={chat} most={most} onSend={onVoice} /> : null}
    </>
  )
}
