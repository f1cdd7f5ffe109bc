import { type FormEvent, type SubmitEvent, useEffect, useState } from 'react'
import { assertRefused, CallError } from '#api/client.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { PathIcon } from '#ui/Icon.tsx'
import { $photos, applyEdit, reload } from '../own/photos.store.ts'
import { turned } from './crops.ts'
import { CropStage } from './CropStage.tsx'
import {
  editOf,
  type Frame,
  type FrameTarget,
  type Framing,
  framingOf,
  largestZoom,
  partOf,
  settled,
  type Shape,
  turnedBy,
  wholeFrame,
  withFrame,
} from './framing.ts'
import styles from './CropDialog.module.css'

const TURN = 'M20 5v5h-5M19.5 10a8 8 0 1 0 .5 5'

const targets: ReadonlyArray<{ value: FrameTarget; label: string }> = [
  { value: 'photo', label: 'The photo' },
  { value: 'card', label: 'On cards and lists' },
]
const shapes: ReadonlyArray<{ value: Shape; label: string }> = [
  { value: 'taken', label: 'As taken' },
  { value: 'portrait', label: 'Portrait' },
  { value: 'square', label: 'Square' },
  { value: 'landscape', label: 'Landscape' },
]

type Loaded = { framing: Framing | null; source: string; said: string }

/**
 * The photo from which parts are cut; its original's address is fetched, since it is valid for five
 * minutes.
 */
async function load(id: number): Promise<Loaded> {
  const failed = (said: string): Loaded => ({ framing: null, source: '', said })
  try {
    await reload()
    const photo = $photos.get().find((one) => one.id === id)
    if (!photo) return failed('This photo was deleted meanwhile.')
    const image = new Image()
    image.src = photo.original
    await image.decode()
    const size = { width: image.naturalWidth, height: image.naturalHeight }
    return { framing: framingOf(size, photo.edit), source: photo.original, said: '' }
  } catch (error) {
    // `decode` rejects for a picture that did not arrive.
    if (error instanceof CallError) return failed(error.message)
    if (!(error instanceof DOMException)) throw error
    return failed('The photo could not be loaded. Please close this and try again.')
  }
}

/** Crops and turns a photo, and chooses the part on cards. */
export function CropDialog({ id, onClose }: { id: number; onClose(): void }) {
  const [{ framing, source, said }, setLoaded] = useState<Loaded>({
    framing: null,
    source: '',
    said: 'Loading your photo…',
  })
  const [target, setTarget] = useState<FrameTarget>('photo')
  const [problem, setProblem] = useState('')
  const [isSaving, setSaving] = useState(false)
  useEffect(() => {
    let isHere = true
    void load(id).then((loaded) => isHere && setLoaded(loaded))
    return () => {
      isHere = false
    }
  }, [id])
  // Fingers move faster than it renders: each step goes on from the one before.
  const change = (by: (framing: Framing) => Framing) =>
    setLoaded((before) =>
      before.framing === null ? before : { ...before, framing: by(before.framing) },
    )
  const setFrame = (by: (frame: Frame, framing: Framing) => Frame) =>
    change((before) => settled(withFrame(before, target, by(frameOf(before, target), before))))
  const input = ({ target: field }: FormEvent<HTMLFormElement>) => {
    const { name, value, valueAsNumber } = field as HTMLInputElement
    const share = valueAsNumber / 100
    if (name === 'target') setTarget(value as FrameTarget)
    else if (name === 'shape') setFrame(() => ({ ...wholeFrame, shape: value as Shape }))
    else if (name === 'zoom')
      setFrame((frame, of) => ({ ...frame, zoom: largestZoom(of, target) ** share }))
    else setFrame((frame) => ({ ...frame, [name]: share }))
  }
  const whole = () =>
    change((before) =>
      target === 'photo' ? settled({ ...before, photo: wholeFrame }) : { ...before, card: null },
    )
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!framing || isSaving) return
    setSaving(true)
    setProblem('')
    try {
      await applyEdit(id, editOf(framing))
      onClose()
    } catch (error) {
      assertRefused(error)
      setProblem(
        error.code === 'notFound'
          ? 'This photo was deleted meanwhile.'
          : (error.errors[0]?.message ?? error.message),
      )
    } finally {
      setSaving(false)
    }
  }
  const frame = framing && frameOf(framing, target)
  return (
    <Dialog open onClose={onClose} title="Crop and turn" size="wide">
      <form
        className={styles['form']}
        method="dialog"
        onSubmit={(event) => void save(event)}
        onChange={input}
      >
        <p className="notice notice-danger" role="alert">
          {problem}
        </p>
        <CropStage
          framing={framing}
          target={target}
          source={source}
          said={said}
          setFrame={setFrame}
        />
        <div className={styles['controls']}>
          <Choice name="target" legend="What to crop" options={targets} chosen={target} />
          {target === 'photo' ? (
            <Choice name="shape" legend="Shape" options={shapes} chosen={frame?.shape ?? null} />
          ) : (
            <p className="field-hint">
              What people see of your main photo before they open your profile; the square is your
              small picture.
            </p>
          )}
          {rangesOf(framing, target).map(({ name, label, value, isOff }) => (
            <label className={styles['range']} key={name}>
              <span className="field-label">{label}</span>
              <input
                type="range"
                name={name}
                min={0}
                max={100}
                value={value}
                disabled={isOff}
                onChange={nothing}
              />
            </label>
          ))}
          <div className={styles['turns']}>
            <Button variant="quiet" size="small" onClick={() => change((of) => turnedBy(of, -1))}>
              <PathIcon path={TURN} />
              Turn left
            </Button>
            <Button variant="quiet" size="small" onClick={() => change((of) => turnedBy(of, 1))}>
              <PathIcon path={TURN} />
              Turn right
            </Button>
            <Button variant="plain" size="small" onClick={whole}>
              Whole photo
            </Button>
          </div>
        </div>
        <div className={`dialog-actions ${styles['actions']}`}>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={isSaving}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The form hears of every input. */
const nothing = () => undefined

function frameOf(framing: Framing, target: FrameTarget): Frame {
  return (target === 'photo' ? framing.photo : framing.card) ?? wholeFrame
}

function rangesOf(framing: Framing | null, target: FrameTarget) {
  const range = (name: string, label: string, value: number, isOff: boolean) => ({
    name,
    label,
    value: Math.round(value * 100),
    isOff,
  })
  if (!framing)
    return [
      range('zoom', 'Zoom', 0, true),
      range('across', 'Left to right', 0, true),
      range('down', 'Up and down', 0, true),
    ]
  const { zoom, across, down } = frameOf(framing, target)
  const most = largestZoom(framing, target)
  const [part, seen] = [partOf(framing, target), turned(framing.size, framing.turns)]
  const hasRoom = part.width < seen.width - 1 || part.height < seen.height - 1
  return [
    range('zoom', 'Zoom', most > 1 ? Math.log(zoom) / Math.log(most) : 0, most <= 1.01),
    range('across', 'Left to right', across, !hasRoom),
    range('down', 'Up and down', down, !hasRoom),
  ]
}

function Choice({
  name,
  legend,
  options,
  chosen,
}: {
  name: string
  legend: string
  options: ReadonlyArray<{ value: string; label: string }>
  chosen: string | null
}) {
  return (
    <fieldset className={styles['choice']}>
      <legend className="field-label">{legend}</legend>
      <div className="chips">
        {options.map(({ value, label }) => (
          <label className="chip" key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={nothing}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
