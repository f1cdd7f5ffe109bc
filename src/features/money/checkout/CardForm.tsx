import { useEffect, useRef, useState } from 'react'
import { type FrameMessage, readFrameMessage } from '../processors/gateway/card-frame.ts'
import styles from './Upgrade.module.css'

type Props = {
  frame: string
  address: string
  isLoading: boolean
  scrolls: boolean
  onMessage: (message: FrameMessage) => void
}

const FIRST_HEIGHT = 360

/**
 * The gateway's card form in a sandboxed iframe. The page cannot read it; it receives only height
 * and result.
 */
export function CardForm({ frame, address, isLoading, scrolls, onMessage }: Props) {
  const element = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(FIRST_HEIGHT)

  useEffect(() => {
    const heard = (event: MessageEvent) => {
      const inside = element.current?.contentWindow ?? null
      const message = readFrameMessage(event, inside)
      if (message?.type === 'height') setHeight(message.height)
      // The target origin is `*` because the sandboxed page has an opaque origin; the CSP's
      // frame-src limits what it can be.
      else if (message?.type === 'ready') inside?.postMessage({ type: 'load', address }, '*')
      else if (message) onMessage(message)
    }
    addEventListener('message', heard)
    return () => removeEventListener('message', heard)
  }, [address, onMessage])
  useEffect(() => {
    if (scrolls) element.current?.scrollIntoView({ block: 'center', behavior: 'instant' })
  }, [scrolls])

  return (
    <div className={styles['card-form']}>
      {isLoading ? (
        <p className="muted" role="status">
          Loading the card form …
        </p>
      ) : null}
      <iframe
        ref={element}
        className={styles['frame']}
        title="Card form"
        sandbox="allow-scripts allow-forms"
        height={height}
        src={frame}
      />
    </div>
  )
}
