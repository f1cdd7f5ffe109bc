import { Veiled } from '#staff/desk/Veiled.tsx'
import { useForm } from '#ui/ActionForm.tsx'
import { valueOf } from '#ui/form-answer.ts'
import type { Hideable } from './decide.contract.ts'
import styles from './DecisionForm.module.css'

/** Which photo to hide, of small pictures. */
export function PhotoChoice({
  photos,
  task,
}: {
  photos: readonly Hideable[]
  task: number | null
}) {
  const { values, errors } = useForm()
  return (
    <div className={styles['photos']}>
      <Veiled task={task}>
        <fieldset>
          <legend className="field-label">Which photo to hide</legend>
          <ul>
            {photos.map(({ name, label, src }) => (
              <li key={name}>
                <label className="choice">
                  <input
                    type="radio"
                    name="photo"
                    value={name}
                    defaultChecked={name === valueOf(values, 'photo')}
                  />
                  <span>{label}</span>
                  {src === null ? (
                    <span className="muted">The file of this photo is missing.</span>
                  ) : (
                    <img src={src} alt="" />
                  )}
                </label>
              </li>
            ))}
          </ul>
          <p className="field-error">{errors['photo']}</p>
        </fieldset>
      </Veiled>
    </div>
  )
}
