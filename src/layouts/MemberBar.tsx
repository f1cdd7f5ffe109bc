import { type ReactNode, type SubmitEvent, useEffect, useSyncExternalStore } from 'react'
import { assertRefused } from '../api/client.ts'
import { SafeMode } from '../features/core/accounts/SafeMode.tsx'
import { $user, seedSession, signOut } from '../features/core/accounts/session.store.ts'
import { NavCount } from '../features/core/live/NavCount.tsx'
import { $tickers, seedTickers } from '../features/core/live/tickers.store.ts'
import type { Ticker, Tickers } from '../features/core/live/tickers.ts'
import { useSeen } from '../features/core/live/use-seen.ts'
import type { UserInfo } from '../features/members/viewer/parameters.contract.ts'
import type { Monetisation } from '../features/money/ads/monetisation.ts'
import { $credits, seedCredits } from '../features/money/credits/credits.store.ts'
import { upgradeFor } from '../features/money/prices/upgrade-label.ts'
import type { Billing } from '../sites/site.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { useSeeded } from '../ui/use-seeded.ts'
import './member.client.ts'
import { menuCounted, type MenuPlace, photoRequestCount } from './member-menu.ts'

/** The counters, and when they were current by the server's clock: what the page's stores begin with. */
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

/** What the member may do with the own account, besides what all can. */
type Account = {
  /** Null where the name is not chosen yet. */
  name: string | null
  isSafeMode: boolean
  lockAfterMinutes: number | null
  hasFilmWall: boolean
  hasFilms: boolean
  leavesByAd: boolean
  /** Where a form without script leads back to. */
  back: string
}

/** The bar at the top of a member's pages. It gives the shared stores their first values. */
export function MemberBar({
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
  const { lockAfterMinutes } = account
  useEffect(() => {
    void import('./later.client.ts').then(({ startPage }) =>
      startPage({ popsUp, monetisation, lockAfterMinutes }),
    )
  }, [popsUp, monetisation, lockAfterMinutes])

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
          <span className="visually-hidden"> {credits === 1 ? 'credit' : 'credits'} left</span>
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

type MenuProps = { id: number; account: Account; tickers: Tickers; isPhotoRequestsPage: boolean }

/** A popover: a click outside or Escape closes it without script. */
function AccountMenu({ id, account, tickers, isPhotoRequestsPage }: MenuProps) {
  const { isSafeMode, lockAfterMinutes, hasFilmWall, hasFilms, leavesByAd, back } = account
  return (
    <nav className="account-menu" id="account" popover="auto" aria-label="Account">
      <ul>
        <li>
          <a href={`/profile/view/id/${id}`}>See my profile</a>
        </li>
        <li>
          <a href="/profile/edit/profile">Edit my profile</a>
        </li>
        <li>
          <a href="/profile/edit/managePhotos">
            Photos
            <NavCount {...photoRequestCount} isHere={isPhotoRequestsPage} tickers={tickers} />
          </a>
        </li>
        <li>
          <a href="/profile/edit/settings">Settings</a>
        </li>
        <li>
          <SafeMode isOn={isSafeMode} back={back} />
        </li>
        {lockAfterMinutes === null ? null : (
          <li>
            <form method="post" action="/profile/lockNow" onSubmit={lockNow}>
              <button type="submit">Lock now</button>
            </form>
          </li>
        )}
        {hasFilmWall ? (
          <li>
            <a href="/contentWall">Film wall</a>
          </li>
        ) : null}
        {hasFilms ? (
          <li>
            <a href="/freeMovies">Free films</a>
          </li>
        ) : null}
        <li>
          <a href="/help">Help</a>
        </li>
        <li>
          {leavesByAd ? (
            <form action="/signOutAd">
              <button type="submit">Sign out</button>
            </form>
          ) : (
            <form method="post" action="/site/signout" onSubmit={leave}>
              <button type="submit">Sign out</button>
            </form>
          )}
        </li>
      </ul>
    </nav>
  )
}

/** Clears this browser's data first; where that is refused, the browser's own post shows why. */
function leave(event: SubmitEvent<HTMLFormElement>): void {
  event.preventDefault()
  const form = event.currentTarget
  signOut().catch((error: unknown) => {
    assertRefused(error)
    form.submit()
  })
}

/** Stays at this address, to which the lock then opens. */
function lockNow(event: SubmitEvent): void {
  event.preventDefault()
  void import('../features/core/accounts/app-lock/absence.client.ts').then(({ lock }) => lock())
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
export function TabBar({ current, counts, tickers, countedAt }: Place & Counters) {
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
}
