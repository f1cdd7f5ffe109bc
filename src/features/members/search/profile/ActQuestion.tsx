import { type ComponentProps, useState } from 'react'
import { BlockForm } from '#members/reports/blocks/BlockForm.tsx'
import { AbuseForm } from '#members/reports/reporting/AbuseForm.tsx'
import { Reported } from '#members/reports/reporting/Reported.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import styles from './ActQuestion.module.css'

type Person = { id: number; username: string }
export type QuestionProps = {
  act: 'block' | 'report' | 'reported'
  update: number | null
  message: number | null
  /** A report that was posted without script. */
  refused: ComponentProps<typeof AbuseForm>['refused']
  person: Person
  partners: readonly Person[]
  /** Of the profile, without the question. */
  path: string
}

/**
 * What the dialogs of a profile ask, on the page itself: where there is no script yet, their links
 * lead here.
 */
export function ActQuestion(props: QuestionProps) {
  const { act, update, message, refused, person, partners, path } = props
  const { username } = person
  const [isReported, setReported] = useState(act === 'reported')
  const titles = { block: `Block ${username}?`, report: `Report ${username}` }
  const cancel = (
    <ButtonLink variant="quiet" href={path}>
      Cancel
    </ButtonLink>
  )
  return (
    <section
      id="act"
      className={`card stack ${styles['question']}`}
      tabIndex={-1}
      aria-labelledby="act-title"
    >
      <h2 id="act-title">{isReported || act === 'reported' ? 'Thank you' : titles[act]}</h2>
      {isReported ? (
        <Reported username={username}>
          <ButtonLink variant="quiet" href={`${path}?act=block#act`}>
            Block {username}
          </ButtonLink>
          <ButtonLink href={path}>Done</ButtonLink>
        </Reported>
      ) : act === 'block' ? (
        <BlockForm
          person={person}
          partners={partners}
          report={<a href={`${path}?act=report#act`}>Report them</a>}
          cancel={cancel}
        />
      ) : (
        <AbuseForm
          asked={{ person, update, message }}
          refused={refused}
          cancel={cancel}
          onReported={() => setReported(true)}
        />
      )}
    </section>
  )
}
