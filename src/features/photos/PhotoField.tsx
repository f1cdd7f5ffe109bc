import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { problemWithFile } from './file-choice.ts'
import { ACCEPT } from './photos.ts'
import styles from './PhotoField.module.css'

type Props = {
  label: string
  name?: string
  hint?: ReactNode
  required?: boolean
  error?: string | null
  disabled?: boolean
  resetCount?: number
  onChoose?(file: File | null): void
}

/** A native input, so that the form works without script and keeps a file chosen before hydration. */
export function PhotoField({ label, name = 'photo', hint, required, error, disabled, resetCount = 0, onChoose }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [isOver, setOver] = useState(false)
  const preview = usePreview(file)
  const problem = (file && problemWithFile(file)) ?? error ?? null

  const read = () => {
    const chosen = input.current?.files?.[0] ?? null
    // Prevents submitting a file that the server would refuse, with the same message.
    input.current?.setCustomValidity((chosen && problemWithFile(chosen)) ?? '')
    setFile(chosen)
    onChoose?.(chosen)
  }
  const clear = () => {
    if (input.current) input.current.value = ''
    read()
    input.current?.focus()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [dropped] = event.dataTransfer.files
    if (!dropped || disabled || !input.current) return
    const list = new DataTransfer()
    list.items.add(dropped)
    input.current.files = list.files
    read()
  }
  useEffect(() => {
    if (input.current?.files?.length) read()
    // Runs once for a file chosen before hydration; later changes arrive through onChange.
  }, [])
  useEffect(() => {
    if (resetCount > 0 && input.current) {
      input.current.value = ''
      input.current.setCustomValidity('')
      setFile(null)
    }
  }, [resetCount])

  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div
        className={isOver ? `${styles['drop']} ${styles['over']}` : styles['drop']}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {preview ? <img className={styles['preview']} src={preview} alt="What you chose" /> : <Icon name="camera" />}
        <div className={styles['choose']}>
          <input
            ref={input}
            id={id}
            className={styles['file']}
            type="file"
            name={name}
            accept={ACCEPT}
            required={required}
            disabled={disabled}
            aria-invalid={problem ? true : undefined}
            aria-describedby={`${id}-hint${problem ? ` ${id}-error` : ''}`}
            onChange={read}
          />
          <p className="field-hint" id={`${id}-hint`}>
            {hint ?? 'JPEG, PNG, WebP or AVIF, up to 15 MB. You can drop it here.'}
          </p>
        </div>
        {file && !disabled ? (
          <Button variant="plain" size="small" onClick={clear}>
            Choose none
          </Button>
        ) : null}
      </div>
      <p className="field-error" id={`${id}-error`} role="alert">
        {problem}
      </p>
    </div>
  )
}

function usePreview(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!file || problemWithFile(file) !== null) return setAddress(null)
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
