import { inOnePage, localKept } from '#lib/browser.ts'

const KEPT_AS = 'sound'
const TONES = [660, 880]
const SECONDS_EACH = 0.14
const LOUDNESS = 0.08

/** Two short tones, if this device wants sound; of several open tabs one plays them. */
export function chime(): void {
  if (!wantsSound()) return
  void inOnePage('chime', play)
}

export async function play(): Promise<void> {
  const audio = new AudioContext()
  // Nothing sounds before somebody has touched the page: the browser's rule.
  if (audio.state === 'suspended')
    await Promise.race([audio.resume(), new Promise((resolve) => setTimeout(resolve, 300))])
  const start = audio.currentTime
  const gain = audio.createGain()
  gain.connect(audio.destination)
  gain.gain.setValueAtTime(LOUDNESS, start)
  gain.gain.exponentialRampToValueAtTime(0.001, start + TONES.length * SECONDS_EACH)
  for (const [index, frequency] of TONES.entries()) {
    const tone = audio.createOscillator()
    tone.frequency.value = frequency
    tone.connect(gain)
    tone.start(start + index * SECONDS_EACH)
    tone.stop(start + (index + 1) * SECONDS_EACH)
  }
  await new Promise((resolve) => setTimeout(resolve, 1000))
  await audio.close()
}

/** Whether this device plays a sound for a message; off until somebody turns it on. */
export function wantsSound(): boolean {
  return localKept.getItem(KEPT_AS) === 'on'
}

export function setSound(on: boolean): void {
  if (on) localKept.setItem(KEPT_AS, 'on')
  else localKept.removeItem(KEPT_AS)
}
