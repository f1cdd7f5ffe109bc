import { atom } from 'nanostores'

/** A short temporary message; `action` is an optional link, which does `act` instead where there is one. */
export type Toast = {
  id: number
  text: string
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

export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id))
}
