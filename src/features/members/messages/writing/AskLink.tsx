import type { ReactNode } from 'react'

type Props = { act: 'block' | 'report'; id: number; children: ReactNode }

/** Asks about the other one, on the page itself (`page-acts.ts`) or else on their profile. */
export function AskLink({ act, id, children }: Props) {
  return <a href={`/profile/view/id/${id}?act=${act}#act`}>{children}</a>
}
