import { queryString } from '../../../api/client.ts'

/** What a page of messages does on request, loaded with the first use. */
export const acts = () => import('./acts.client.ts')

/** This page with another chat, or without one; the filter and the search stay. */
export function addressWith(otherId: number | null): string {
  const asked = new URLSearchParams(location.search)
  return `/messages${queryString({ show: asked.get('show'), q: asked.get('q'), with: otherId })}`
}
