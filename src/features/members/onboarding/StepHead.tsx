import type { RefObject } from 'react'
import type { ScreenId } from './screens.ts'
import styles from './Onboarding.module.css'

export type StepProps = {
  welcome: string
  /** Below the welcome, on the first screen. */
  lead: string
  screens: readonly ScreenId[]
}

type Props = StepProps & {
  screen: ScreenId
  title: string
  /** Takes the focus when a screen comes. */
  heading?: RefObject<HTMLHeadingElement | null>
}

export function StepHead({ welcome, lead, screens, screen, title, heading }: Props) {
  const number = screens.indexOf(screen) + 1
  return (
    <>
      <h1 id="welcome" className={number === 1 ? styles['welcome'] : 'visually-hidden'}>
        {welcome}
      </h1>
      {number === 1 && lead !== '' ? <p className="muted">{lead}</p> : null}
      <div className={styles['head']}>
        <p className="muted" id="step">
          {`Step ${number} of ${screens.length}`}
        </p>
        <ol className={styles['dots']} aria-hidden="true">
          {screens.map((id, index) => (
            <li key={id} className={index < number ? styles['done'] : undefined} />
          ))}
        </ol>
      </div>
      <h2 ref={heading} className={styles['title']} tabIndex={-1} aria-describedby="step">
        {title}
      </h2>
    </>
  )
}
