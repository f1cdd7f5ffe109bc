/** Seconds of a voice message. */
export const MAX_SECONDS = 60
export const MIN_SECONDS = 0.5
/** A minute of the largest kind that is taken, WAV at 24 kHz. */
export const MAX_RECORDING_BYTES = 3 * 1024 * 1024

/** A recorder stops a little after it was told to. */
export const GRACE_SECONDS = 1

/** `0:07`, `1:00`. */
export function lengthInWords(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

export function recordingName(key: string): string {
  return `${key}-voice.mp3`
}

export function readRecordingName(name: string): string | null {
  return /^([a-f0-9]{32})-voice\.mp3$/.exec(name)?.[1] ?? null
}
