import type { Answer } from '#api/contract.ts'
import { dateFormat } from '#lib/formats.ts'
import { findingRules, listInWords } from '#members/photos/hashes/findings.ts'
import type { getQueue } from './console.contract.ts'
import styles from './Console.module.css'

export type TaskPhoto = NonNullable<NonNullable<Answer<typeof getQueue>['held']>['photo']>

const day = dateFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/**
 * The picture of a task: what it was found to be like, what that means, and what to do as a rule.
 */
export function PhotoView({ photo }: { photo: TaskPhoto }) {
  const { src, description, isCompared, findings } = photo
  return (
    <>
      {src === null ? (
        <p className="notice notice-warning">The file of this photo is missing.</p>
      ) : (
        <img
          className={styles['photo']}
          src={src}
          alt={description === '' ? 'The photo' : description}
        />
      )}
      {isCompared ? null : (
        <p className="notice notice-warning">
          <strong>Not compared.</strong> This picture could not be read for it, so it was compared
          with no list and with no photo of others. Look twice.
        </p>
      )}
      {findings.map(({ kind, list, why, foundAt, other }, index) => (
        <section
          key={index}
          className={`notice notice-warning ${styles['finding']}`}
          aria-label="Found"
        >
          <p>
            <strong>{findingRules[kind].means}</strong>{' '}
            {list === null ? null : <span>It is in {listInWords(list)}. </span>}
            {other === null ? (
              why
            ) : (
              <a href={`/staff/member/${other.accountId}`}>{other.username}</a>
            )}{' '}
            <span className="muted">Found on {day.format(new Date(foundAt))}.</span>
          </p>
          {other?.src == null ? null : (
            <img
              className={styles['found']}
              src={other.src}
              alt={`The photo of ${other.username}`}
            />
          )}
          <p>As a rule: {findingRules[kind].advice}</p>
        </section>
      ))}
    </>
  )
}
