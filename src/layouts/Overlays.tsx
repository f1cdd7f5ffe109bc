import { useStore } from '@nanostores/react'
import type { Store } from 'nanostores'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useKeys } from '../features/core/accounts/use-keys.ts'
import '../features/members/likes/match-news.store.ts'
import { $match } from '../features/members/likes/matches.store.ts'
import { $writing } from '../features/members/messages/writing.store.ts'
import { $asked } from '../features/members/reports/reporting.store.ts'
import type { Pack } from '../features/money/credits/InsufficientCredits.tsx'
import { $shortage } from '../features/money/credits/shortage.store.ts'
import type { Billing } from '../sites/site.ts'
import { $question } from '../ui/confirm.store.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { useLatest } from '../ui/use-latest.ts'

const MatchDialog = lazy(async () => ({
  default: (await import('../features/members/messages/MatchDialog.tsx')).MatchDialog,
}))
const WriteDialog = lazy(async () => ({
  default: (await import('../features/members/messages/WriteDialog.tsx')).WriteDialog,
}))
const ReportingDialog = lazy(async () => ({
  default: (await import('../features/members/reports/ReportingDialog.tsx')).ReportingDialog,
}))
const InsufficientCredits = lazy(async () => ({
  default: (await import('../features/money/credits/InsufficientCredits.tsx')).InsufficientCredits,
}))
const Confirm = lazy(async () => ({ default: (await import('../ui/Confirm.tsx')).Confirm }))
const KeysDialog = lazy(async () => ({
  default: (await import('./KeysDialog.tsx')).KeysDialog,
}))

type Props = {
  /** What the brand says of a match. */
  line: string
  model: Billing['model']
  /** Those to choose from where credits are missing. */
  packs: readonly Pack[]
}

/** What any page of a member may show above itself; each dialog is loaded with its first use. */
export function Overlays({ line, model, packs }: Props) {
  const [areKeysShown, setKeysShown] = useState(false)
  useKeys({
    '?': () => setKeysShown(true),
    '/': () => location.assign('/search'),
  })
  return (
    <>
      <Toasts />
      <Once store={$match}>
        <MatchDialog line={line} model={model} />
      </Once>
      <Once store={$writing}>
        <WriteDialog model={model} />
      </Once>
      <Once store={$asked}>
        <ReportingDialog />
      </Once>
      <Once store={$shortage}>
        <InsufficientCredits packs={packs} />
      </Once>
      <Once store={$question}>
        <Confirm />
      </Once>
      <Suspense>
        {useLatest(areKeysShown || null) ? (
          <KeysDialog open={areKeysShown} onClose={() => setKeysShown(false)} />
        ) : null}
      </Suspense>
    </>
  )
}

/** Shows its part from the first value of the store on. */
function Once({ store, children }: { store: Store<unknown>; children: ReactNode }) {
  const value = useStore(store, { ssr: 'initial' })
  return <Suspense>{useLatest(value) === null ? null : children}</Suspense>
}
