import type { PhotoUpload } from './uploads.store.ts'

type Shown = {
  /**
   * The share of the progress bar; null while it is not known how long it takes, undefined if there
   * is nothing to show.
   */
  share: number | null | undefined
  said: string
  wrong: string
  canRetry: boolean
  /** What the button says that takes the upload from the list. */
  drop: string
}

export function shownAs(upload: PhotoUpload): Shown {
  const nothing = { share: undefined, said: '', wrong: '', canRetry: false, drop: 'Cancel' }
  switch (upload.state) {
    case 'queued':
      return { ...nothing, share: 0, said: 'Waiting for its turn' }
    case 'sending': {
      const percent = Math.round(upload.share * 100)
      return percent === 100
        ? { ...nothing, share: null, said: 'Preparing…' }
        : { ...nothing, share: upload.share, said: `Sending… ${percent} %` }
    }
    case 'unconfirmed':
      return {
        ...nothing,
        wrong:
          upload.rules === ''
            ? 'Not sent yet: please tick whom your photos show.'
            : 'Our rules for photos have changed: load the page again, and tick them there.',
      }
    case 'interrupted':
      return { ...nothing, wrong: upload.message, canRetry: true }
    case 'failed':
      return { ...nothing, wrong: upload.message, canRetry: upload.canRetry, drop: 'Remove' }
    case 'done':
      return {
        ...nothing,
        said:
          upload.photo.status === 'waiting' ? 'Added. We check it before others see it.' : 'Added.',
        drop: 'Delete',
      }
  }
}

/**
 * One sentence about all uploads, without percentages, since it is read aloud whenever it changes.
 */
export function allInWords(uploads: readonly PhotoUpload[]): string {
  const count = (...states: ReadonlyArray<PhotoUpload['state']>) =>
    uploads.filter(({ state }) => states.includes(state)).length
  const [waiting, unticked, broken, failed] = [
    count('queued', 'sending'),
    count('unconfirmed'),
    count('interrupted'),
    count('failed'),
  ]
  if (uploads.length === 0) return ''
  const photos = (number: number) => `${number} ${number === 1 ? 'photo' : 'photos'}`
  const parts = [
    count('done') > 0 ? `${photos(count('done'))} added` : '',
    waiting > 0 ? `${photos(waiting)} on the way` : '',
    unticked > 0 ? `${photos(unticked)} waiting for your tick` : '',
    broken > 0 ? `${photos(broken)} waiting for the connection` : '',
    failed > 0 ? `${photos(failed)} not added` : '',
  ]
  return `${parts.filter((part) => part !== '').join(', ')}.`
}
