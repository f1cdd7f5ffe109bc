import {
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Size } from '#core/people/pictures/pictures.ts'
import type { Turns } from './crops.ts'
import { type Frame, type FrameTarget, type Framing, moved, partOf } from './framing.ts'
import styles from './CropDialog.module.css'

/** Around the frame, in pixels. */
const INSET = 12

type Props = {
  framing: Framing | null
  source: string
  /** What is said in the place of the photo. */
  said: string
  target: FrameTarget
  setFrame(by: (frame: Frame, framing: Framing) => Frame): void
}

/** One finger or the mouse moves the photo below the frame, two fingers or the wheel zoom. */
export function CropStage({ framing, target, source, said, setFrame }: Props) {
  const stage = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 })
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  useLayoutEffect(() => {
    const element = stage.current
    if (!element) return
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])
  const zoom = useEffectEvent((by: number) =>
    setFrame((frame) => ({ ...frame, zoom: frame.zoom * by })),
  )
  useEffect(() => {
    const element = stage.current
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      zoom(Math.exp(-event.deltaY / 400))
    }
    // React's own listener could not keep the page from scrolling.
    element?.addEventListener('wheel', turn, { passive: false })
    return () => element?.removeEventListener('wheel', turn)
  }, [])
  const view = framing && viewOf(framing, target, room)
  const move = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId)
    if (!before || !view) return
    const now = { x: event.clientX, y: event.clientY }
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
    fingers.current.set(event.pointerId, now)
    if (other)
      setFrame((frame) => ({
        ...frame,
        zoom: frame.zoom * (distance(now, other) / Math.max(1, distance(before, other))),
      }))
    else
      setFrame((_, of) =>
        moved(of, target, (before.x - now.x) / view.scale, (before.y - now.y) / view.scale),
      )
  }
  const leave = ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId)
  return (
    <div
      ref={stage}
      className={styles['stage']}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      }}
      onPointerMove={move}
      onPointerUp={leave}
      onPointerCancel={leave}
    >
      {view ? (
        <>
          <img
            src={source}
            alt="The photo that you crop"
            draggable={false}
            style={{ transform: view.transform }}
          />
          <div
            className={`${styles['frame']} ${target === 'card' ? styles['card'] : ''}`}
            style={view.frame}
          />
        </>
      ) : null}
      <p className={styles['loading']} role="status">
        {said}
      </p>
    </div>
  )
}

/**
 * Where the frame is on the stage, and the photo below it; `scale`: pixels of the screen to one of
 * the original.
 */
function viewOf(framing: Framing, target: FrameTarget, room: Size) {
  const part = partOf(framing, target)
  const scale = Math.max(
    0.001,
    Math.min((room.width - 2 * INSET) / part.width, (room.height - 2 * INSET) / part.height),
  )
  const [width, height] = [part.width * scale, part.height * scale]
  const [left, top] = [(room.width - width) / 2, (room.height - height) / 2]
  const shift: Record<Turns, string> = {
    0: '0, 0',
    1: `${framing.size.height}px, 0`,
    2: `${framing.size.width}px, ${framing.size.height}px`,
    3: `0, ${framing.size.width}px`,
  }
  return {
    scale,
    frame: { left, top, width, height },
    transform: `translate(${left - part.x * scale}px, ${top - part.y * scale}px) scale(${scale}) translate(${shift[framing.turns]}) rotate(${framing.turns * 90}deg)`,
  }
}

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
