import { useStore } from '@nanostores/react'
import { lazy, Suspense } from 'react'
import { $chat, $refusal } from './chat.store.ts'
import type { sendVoice } from './outbox.store.ts'
import { $recorder } from './recorder.store.ts'
import { RefusalDialog } from './RefusalDialog.tsx'
import type { WritingRules } from './rules.ts'
import { $choosing, $viewing } from './view-once.store.ts'
import { VoiceDialog } from './VoiceDialog.tsx'

const ViewOnceDialog = lazy(async () => ({
  default: (await import('./ViewOnceDialog.tsx')).ViewOnceDialog,
}))
const SendViewOnceDialog = lazy(async () => ({
  default: (await import('./SendViewOnceDialog.tsx')).SendViewOnceDialog,
}))

const closeRefusal = () => $refusal.set(null)

type Props = {
  rules: WritingRules
  most: number
  upgrade: string
  onVoice: typeof sendVoice
}

/** The dialogs of the page, which are loaded with its first use. */
export function MessageDialogs({ rules, most, upgrade, onVoice }: Props) {
  const refusal = useStore($refusal)
  const chat = useStore($chat)
  const recorder = useStore($recorder)
  const viewing = useStore($viewing)
  const choosing = useStore($choosing)
  return (
    <>
      <RefusalDialog
        refusal={refusal}
        rules={rules}
        otherId={chat?.other.userId ?? null}
        upgrade={upgrade}
        onClose={closeRefusal}
      />
      {chat && recorder?.otherId === chat.other.userId ? (
        <VoiceDialog recorder={recorder} chat={chat} most={most} onSend={onVoice} />
      ) : null}
      <Suspense>
        {chat && viewing !== null ? (
          <ViewOnceDialog
            key={viewing}
            messageId={viewing}
            other={chat.other}
            onClose={() => $viewing.set(null)}
          />
        ) : null}
        {chat && choosing === chat.other.userId ? (
          <SendViewOnceDialog chat={chat} onClose={() => $choosing.set(null)} />
        ) : null}
      </Suspense>
    </>
  )
}
