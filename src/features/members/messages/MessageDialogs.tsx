import { lazy, Suspense } from 'react'
import { useLatest } from '#ui/use-latest.ts'
import { useStore } from '#ui/use-store.ts'
import { $sendingTo } from './chat-photos/chat-photos.store.ts'
import { $chat, $refusal } from './chat/chat.store.ts'
import { $finding } from './find/find.store.ts'
import { $choosing, $viewing } from './view-once/view-once.store.ts'
import { $recorder } from './voice/recorder.store.ts'
import { RefusalDialog } from './writing/RefusalDialog.tsx'
import type { WritingRules } from './writing/rules.ts'

const ViewOnceDialog = lazy(async () => ({
  default: (await import('./view-once/ViewOnceDialog.tsx')).ViewOnceDialog,
}))
const FindDialog = lazy(async () => ({
  default: (await import('./find/FindDialog.tsx')).FindDialog,
}))
const VoiceDialog = lazy(async () => ({
  default: (await import('./voice/VoiceDialog.tsx')).VoiceDialog,
}))
const SendViewOnceDialog = lazy(async () => ({
  default: (await import('./view-once/SendViewOnceDialog.tsx')).SendViewOnceDialog,
}))

const SendChatPhotoDialog = lazy(async () => ({
  default: (await import('./chat-photos/SendChatPhotoDialog.tsx')).SendChatPhotoDialog,
}))

const closeRefusal = () => $refusal.set(null)

type Props = {
  rules: WritingRules
  most: number
  upgrade: string
  takes: string
  now: string
  locale: string
}

/** The dialogs of the page; each of the larger ones is loaded with its first use. */
export function MessageDialogs({ rules, most, upgrade, takes, now, locale }: Props) {
  const refusal = useStore($refusal)
  const chat = useStore($chat)
  const recorder = useLatest(useStore($recorder))
  const viewing = useStore($viewing)
  const choosing = useStore($choosing)
  const finding = useLatest(useStore($finding))
  const sendingTo = useStore($sendingTo)
  return (
    <>
      <RefusalDialog
        refusal={refusal}
        rules={rules}
        otherId={chat?.other.userId ?? null}
        upgrade={upgrade}
        takes={takes}
        onClose={closeRefusal}
      />
      <Suspense>
        {chat && finding ? <FindDialog other={chat.other} now={now} locale={locale} /> : null}
      </Suspense>
      <Suspense>{chat && recorder ? <VoiceDialog chat={chat} most={most} /> : null}</Suspense>
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
        {chat && sendingTo === chat.other.userId ? (
          <SendChatPhotoDialog chat={chat} onClose={() => $sendingTo.set(null)} />
        ) : null}
      </Suspense>
    </>
  )
}
