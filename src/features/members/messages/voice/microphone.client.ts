import type { Recorded } from './recorder.store.ts'
import { wavOf } from './wav.ts'

type Microphone = {
  /** How loud it is now, from 0 to 1. */
  level(): number
  seconds(): number
  stop(): Promise<Recorded>
  cancel(): void
}

/** What the server reads; Safari before 18.4 records neither. */
const KINDS = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus']
const BITS = 32_000
const WAV_RATE = 16_000

/** The recording that goes on; a page has one at most. */
let microphone: Microphone | null = null
let tries = 0

/**
 * Begins to record; the browser asks the member first. Throws a DOMException if there is no
 * microphone, or no consent.
 */
export async function startRecording(): Promise<void> {
  const own = (tries += 1)
  const opened = await openMicrophone()
  // Cancelled while the browser asked.
  if (own === tries) microphone = opened
  else opened.cancel()
}

/** How long and how loud it is now; null if nothing is recorded. */
export function recordingNow(): { seconds: number; level: number } | null {
  return microphone && { seconds: microphone.seconds(), level: microphone.level() }
}

/** Null if nothing was recorded. */
export async function stopRecording(): Promise<Recorded | null> {
  const opened = microphone
  microphone = null
  tries += 1
  return opened && opened.stop()
}

export function cancelRecording(): void {
  microphone?.cancel()
  microphone = null
  tries += 1
}

async function openMicrophone(): Promise<Microphone> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true },
  })
  try {
    return recorded(stream)
  } catch (error) {
    for (const track of stream.getTracks()) track.stop()
    throw error
  }
}

function recorded(stream: MediaStream): Microphone {
  const audio = new AudioContext()
  const analyser = audio.createAnalyser()
  analyser.fftSize = 1024
  audio.createMediaStreamSource(stream).connect(analyser)
  const mimeType = KINDS.find((kind) => MediaRecorder.isTypeSupported(kind))
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: BITS,
    ...(mimeType === undefined ? {} : { mimeType }),
  })
  const parts: Blob[] = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  recorder.start()
  const startedAt = performance.now()
  const wave = new Float32Array(analyser.fftSize)
  const seconds = () => (performance.now() - startedAt) / 1000

  function end(): void {
    for (const track of stream.getTracks()) track.stop()
    void audio.close()
  }
  return {
    level() {
      analyser.getFloatTimeDomainData(wave)
      const power = wave.reduce((sum, sample) => sum + sample * sample, 0) / wave.length
      // Decibels from -60 to 0, as ears hear.
      return Math.max(0, Math.min(1, 1 + Math.log10(Math.sqrt(power) + 1e-6) / 3))
    },
    seconds,
    async stop() {
      const length = seconds()
      const stopped = new Promise((resolve) => (recorder.onstop = resolve))
      if (recorder.state !== 'inactive') {
        recorder.stop()
        await stopped
      }
      end()
      const blob = new Blob(parts, { type: recorder.mimeType })
      return {
        blob: mimeType === undefined ? await asWav(blob) : blob,
        seconds: length,
        key: crypto.randomUUID(),
      }
    },
    cancel() {
      recorder.onstop = null
      if (recorder.state !== 'inactive') recorder.stop()
      end()
    },
  }
}

/** The browser reads its own format; the server has no decoder of AAC. */
async function asWav(blob: Blob): Promise<Blob> {
  const audio = new OfflineAudioContext(1, 1, WAV_RATE)
  const decoded = await audio.decodeAudioData(await blob.arrayBuffer())
  const mixing = new OfflineAudioContext(
    1,
    Math.max(1, Math.ceil(decoded.duration * WAV_RATE)),
    WAV_RATE,
  )
  const source = mixing.createBufferSource()
  source.buffer = decoded
  source.connect(mixing.destination)
  source.start()
  const rendered = await mixing.startRendering()
  return new Blob([wavOf({ rate: WAV_RATE, samples: rendered.getChannelData(0) })], {
    type: 'audio/wav',
  })
}
