import { useEffect, useState } from 'react'
import { photoRules } from '#members/photos/own/photo-rules.ts'
import { ACCEPT } from '#members/photos/photos.ts'
import { FileField } from '#ui/FileField.tsx'
import styles from '../view-once/ViewOnceDialog.module.css'

type Props = {
  file: File | null
  onChoose(file: File | null): void
  isBusy?: boolean
  /** Whether something is wrong, which the element `problemId` says. */
  isWrong: boolean
  problemId: string
}

/** The field for a photo from the device, and the photo that was chosen. */
export function PhotoFile({ file, onChoose, isBusy = false, isWrong, problemId }: Props) {
  const [preview, setPreview] = useState('')
  useEffect(() => {
    if (!file) return
    const address = URL.createObjectURL(file)
    setPreview(address)
    return () => {
      URL.revokeObjectURL(address)
      setPreview('')
    }
  }, [file])
  return (
    <div>
      <FileField
        name="photo"
        label="From this device"
        accept={ACCEPT}
        disabled={isBusy}
        onChange={({ target }) => onChoose(target.files?.[0] ?? null)}
        aria-invalid={isWrong || undefined}
        aria-describedby={problemId}
      />
      {preview === '' ? null : (
        <img className={styles['preview']} src={preview} alt="The photo that you chose" />
      )}
    </div>
  )
}

export function RulesTick({
  isTicked,
  onTick,
}: {
  isTicked: boolean
  onTick(isTicked: boolean): void
}) {
  return (
    <label className="choice">
      <input type="checkbox" checked={isTicked} onChange={({ target }) => onTick(target.checked)} />
      <span>{photoRules.tick}</span>
    </label>
  )
}

export function costInWords(price: number, credits: number | null): string {
  if (price === 0) return ''
  const cost = `A message costs ${price} ${price === 1 ? 'credit' : 'credits'}`
  return credits === null ? `${cost}.` : `${cost}; you have ${credits}.`
}
