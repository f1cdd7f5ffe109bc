import type { SubmitEvent } from 'react'
import { assertRefused } from '../api/client.ts'
import { SafeMode } from '../features/core/accounts/on-screen/SafeMode.tsx'
import { signOut } from '../features/core/accounts/session.store.ts'
import { NavCount } from '../features/core/live/NavCount.tsx'
import type { Tickers } from '../features/core/live/tickers.ts'
import { photoRequestCount } from './member-menu.ts'

/** What the member may do with the own account, besides what all can. */
export type Account = {
  /** Null where the name is not chosen yet. */
  name: string | null
  isSafeMode: boolean
  lockAfterMinutes: number | null
  hasFilmWall: boolean
  hasFilms: boolean
  leavesByAd: boolean
  back: string
  /** Of the page, where it shows a refused form, at whose address it is; else null. */
  address: string | null
}

type MenuProps = { id: number; account: Account; tickers: Tickers; isPhotoRequestsPage: boolean }

/** A popover: a click outside or Escape closes it without script. */
export function AccountMenu({ id, account, tickers, isPhotoRequestsPage }: MenuProps) {
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
  void import('../features/core/accounts/app-lock/absence.client.ts').then((file) => file.lock())
}
