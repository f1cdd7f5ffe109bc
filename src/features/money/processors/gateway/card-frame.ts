export const CARD_FRAME_PATH = '/card-form'
/** Milliseconds (specification §9). */
export const FORM_TIMEOUT = 5000
/** Specification §8: the only gateway error that is not shown. */
export const IGNORED_ERROR = 'already active payment'

export type FrameMessage =
  | { type: 'ready' }
  | { type: 'loaded' }
  | { type: 'failed' }
  | { type: 'height'; height: number }
  | { type: 'error'; error: string }
  | { type: 'declined'; message: string }
  | { type: 'approved' }

/** A sandboxed page has an opaque origin, which browsers serialize as `null`. */
const FRAME_ORIGIN = 'null'
const MAX_HEIGHT = 2000
const MAX_SENTENCE = 300

export function readFrameMessage(
  event: { data: unknown; origin: string; source: unknown },
  frame: unknown,
): FrameMessage | null {
  if (frame === null || event.source !== frame || event.origin !== FRAME_ORIGIN) return null
  if (typeof event.data !== 'object' || event.data === null) return null
  const { type, height, error, message } = event.data as Record<string, unknown>
  switch (type) {
    case 'ready':
    case 'loaded':
    case 'failed':
    case 'approved':
      return { type }
    case 'height':
      return typeof height === 'number' && height > 0 && height <= MAX_HEIGHT
        ? { type, height: Math.ceil(height) }
        : null
    case 'error':
      return isSentence(error) ? { type, error } : null
    case 'declined':
      return isSentence(message) ? { type, message } : null
    default:
      return null
  }
}

function isSentence(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_SENTENCE
}
