/** What a page of messages does on request, loaded with the first use. */
export const acts = () => import('./acts.client.ts')
