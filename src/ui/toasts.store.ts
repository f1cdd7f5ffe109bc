import { atom } from 'nanostores'

/** Somebody of whom a message tells; the whole of it leads to `href`. */
export type News = { username: string; picture: { src: string } | null; href: string }

/**
 * A short temporary message; `action` is an optional link, which does `act` instead where there is
 * one.
 */
export type Toast = {
  id: number
  text: string
  news?: News
  action?: { label: string; href: string; act?: () => void } | undefined
  /** In milliseconds, from when it is seen. */
  shownFor: number
}

const SHOWN_FOR = 6000
const MOST = 3

export const $toasts = atom<readonly Toast[]>([])

let last = 0

export function showToast(text: string, action?: Toast['action'], shownFor = SHOWN_FOR): number {
  const id = ++last
  $toasts.set([...$toasts.get(), { id, text, action, shownFor }].slice(-MOST))
  return id
}

/** Of one person there is one at a time, the newest. */
export function showNews(news: News, text: string, shownFor: number): void {
  const others = $toasts.get().filter((toast) => toast.news?.href !== news.href)
  $toasts.set([...others, { id: ++last, text, news, shownFor }].slice(-MOST))
}

export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id))
}
