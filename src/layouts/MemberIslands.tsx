import type { Store } from 'nanostores'
import { lazy, type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react'
import { useKeys } from '../features/core/accounts/on-screen/use-keys.ts'
import { $user, seedSession } from '../features/core/accounts/session.store.ts'
import { NavCount } from '../features/core/live/NavCount.tsx'
import { $tickers, seedTickers } from '../features/core/live/tickers.store.ts'
import type { Ticker, Tickers } from '../features/core/live/tickers.ts'
import { useSeen } from '../features/core/live/use-seen.ts'
import '../features/members/likes/match-news.store.ts'
import { $match } from '../features/members/likes/matches.store.ts'
import { $writing } from '../features/members/messages/writing/writing.store.ts'
import { $asked } from '../features/members/reports/reporting/reporting.store.ts'
import type { UserInfo } from '../features/members/viewer/parameters.contract.ts'
import type { Monetisation } from '../features/money/ads/popunder/monetisation.ts'
import { $credits, seedCredits } from '../features/money/credits/credits.store.ts'
import type { Pack } from '../features/money/credits/InsufficientCredits.tsx'
import { $shortage } from '../features/money/credits/shortage.store.ts'
import { upgradeFor } from '../features/money/prices/upgrade-label.ts'
import type { Billing } from '../sites/site.ts'
import { Boundary, withBoundary } from '../ui/Boundary.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { $question } from '../ui/confirm.store.ts'
import { Icon } from '../ui/Icon.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { useLatest } from '../ui/use-latest.ts'
import { useSeeded } from '../ui/use-seeded.ts'
import { useStore } from '../ui/use-store.ts'
import { AccountMenu, type Account } from './AccountMenu.tsx'
import './member.client.ts'
import { menuCounted, type MenuPlace } from './member-menu.ts'
import { $rare } from './rare.store.ts'

const MatchDialog = lazy(() =>
  import('../features/members/messages/writing/MatchDialog.tsx').then((file) => ({
    default: file.MatchDialog,
  })),
)
const WriteDialog = lazy(() =>
  import('../features/members/messages/writing/WriteDialog.tsx').then((file) => ({
    default: file.WriteDialog,
  })),
)
const ReportingDialog = lazy(() =>
  import('../features/members/reports/reporting/ReportingDialog.tsx').then((file) => ({
    default: file.ReportingDialog,
  })),
)
const InsufficientCredits = lazy(() =>
  import('../features/money/credits/InsufficientCredits.tsx').then((file) => ({
    default: file.InsufficientCredits,
  })),
)
const Confirm = lazy(() => import('../ui/Confirm.tsx').then((file) => ({ default: file.Confirm })))
const RareDialogs = lazy(() =>
  import('./RareDialogs.tsx').then((file) => ({ default: file.RareDialogs })),
)

/** The counters, and when they were current by the server's clock: the stores begin with them. */
export type Counters = { tickers: Tickers; countedAt: number }

/** Which page it is; `counts` where an entry of the menu leads to several. */
type Place = { current?: MenuPlace | undefined; counts?: Ticker | undefined }

type Props = Place &
  Counters & {
    user: UserInfo
    ccpInfo: string
    credits: number | null
    model: Billing['model']
    monetisation: Monetisation | null
    account: Account
    logo?: ReactNode
    /** Whether the brand shows who has just written (`showInteractionPopup`). */
    popsUp: boolean
  }

/** The bar at the top of a member's pages. It gives the shared stores their first values. */
export const MemberBar = withBoundary(Bar)

function Bar({
  current,
  counts,
  tickers,
  countedAt,
  user,
  ccpInfo,
  credits,
  model,
  monetisation,
  account,
  logo,
  popsUp,
}: Props) {
  const counted = useSeeded($tickers, tickers, () => seedTickers(tickers, countedAt))
  const viewer = useSeeded($user, user, () => seedSession(user, ccpInfo))
  const balance = useSeeded($credits, credits, seedCredits)
  const entries = menuCounted(current, counts)
  useSeen([
    ...entries.flatMap(({ counted: here }) => (here?.isHere ? [here.ticker].flat() : [])),
    ...(counts ? [counts] : []),
  ])
  useEffect(() => {
    void import('./later.client.ts').then((file) =>
      file.startPage({ popsUp, monetisation, account }),
    )
  }, [popsUp, monetisation, account])

  return (
    <>
      <header className="topbar">
        <div className="wrap">
          {logo}
          <nav aria-label="Main">
            <ul className="topbar-menu">
              {entries.map(({ place, href, label, counted: news }) => (
                <li key={place}>
                  <a href={href} aria-current={place === current ? 'page' : undefined}>
                    {label}
                    {news && <NavCount {...news} tickers={counted} />}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          {viewer && <Standing user={viewer} credits={balance} model={model} />}
          <button type="button" className="account" popoverTarget="account">
            <Icon name="person" />
            <span>{account.name ?? 'Your account'}</span>
            <Icon name="down" />
          </button>
          <AccountMenu
            id={user.userId}
            account={account}
            tickers={counted}
            isPhotoRequestsPage={counts === 'newPhotoRequests'}
          />
        </div>
      </header>
      <Offline />
    </>
  )
}

type StandingProps = { user: UserInfo; credits: number | null; model: Billing['model'] }

function Standing({ user, credits, model }: StandingProps) {
  const { label, isShown } = upgradeFor(user, model)
  return (
    <div className="standing">
      {credits === null ? null : (
        <a className="balance" href="/billing/credits">
          <Icon name="credit" />
          <span>{credits}</span>
          <span className="visually-hidden">
            {credits === 1 ? ' credit left' : ' credits left'}
          </span>
        </a>
      )}
      {isShown ? (
        <ButtonLink href="/billing/upgrade" size="small">
          {label}
        </ButtonLink>
      ) : null}
    </div>
  )
}

const listenToLine = (changed: () => void) => {
  for (const change of ['online', 'offline']) addEventListener(change, changed)
  return () => {
    for (const change of ['online', 'offline']) removeEventListener(change, changed)
  }
}

function Offline() {
  const isOnline = useSyncExternalStore(
    listenToLine,
    () => navigator.onLine,
    () => true,
  )
  return (
    <p className="offline" role="status">
      {isOnline ? '' : 'You are offline. What you write is kept.'}
    </p>
  )
}

/** The members' menu on phones, at the bottom of the screen. */
export const TabBar = withBoundary(function TabBar({
  current,
  counts,
  tickers,
  countedAt,
}: Place & Counters) {
  const counted = useSeeded($tickers, tickers, () => seedTickers(tickers, countedAt))
  return (
    <nav className="tabbar" aria-label="Main, on small screens">
      <ul>
        {menuCounted(current, counts).map(({ place, href, label, icon, counted: news }) => (
          <li key={place}>
            <a href={href} aria-current={place === current ? 'page' : undefined}>
              <span className="tabbar-icon">
                <Icon name={icon} />
                {news && <NavCount {...news} tickers={counted} />}
              </span>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
})

type OverlayProps = {
  /** What the brand says of a match. */
  line: string
  model: Billing['model']
  /** Those to choose from where credits are missing. */
  packs: readonly Pack[]
}

/** What any page of a member may show above itself; each dialog is loaded with its first use. */
export const Overlays = withBoundary(function Overlays({ line, model, packs }: OverlayProps) {
  useKeys({
    '?': () => $rare.set('keys'),
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
      <Once store={$rare}>
        <RareDialogs />
      </Once>
    </>
  )
})

/** Shows its part from the first value of the store on. */
function Once({ store, children }: { store: Store<unknown>; children: ReactNode }) {
  const value = useStore(store, { ssr: 'initial' })
  return (
    <Boundary>
      <Suspense>{useLatest(value) === null ? null : children}</Suspense>
    </Boundary>
  )
}
