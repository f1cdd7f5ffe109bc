import { atom } from 'nanostores'

export type YesOrNo = {
  title: string
  text: string
  yes: string
  no: string
  /** Whether what is asked about cannot be undone. */
  isGrave?: boolean
}
type Asked = YesOrNo & { answer(isSure: boolean): void }

export const $question = atom<Asked | null>(null)

/**
 * Asks in a dialog of the page; false also by Escape or a click beside it. A second question ends
 * the first.
 */
export function confirm(question: YesOrNo): Promise<boolean> {
  $question.get()?.answer(false)
  return new Promise((resolve) => {
    $question.set({
      ...question,
      answer(isSure) {
        $question.set(null)
        resolve(isSure)
      },
    })
  })
}
