import { Button } from '#ui/Button.tsx'
import { LASTS, lastsInWords } from './access.ts'
import { Moment } from './Moment.tsx'
import styles from './ShowPhotos.module.css'

type Props = {
  member: { id: number; username: string }
  shown: { isShown: boolean; until: string | null }
  locale: string | null
}

/** Shows one's own private photos to a member, whether or not they have asked. */
export function ShowPhotos({ member: { id, username }, shown, locale }: Props) {
  const { isShown, until } = shown
  return (
    <details className={styles['show']}>
      <summary>
        {isShown ? `${username} sees your private photos` : 'Show your private photos'}
      </summary>
      <form method="post" action="/image/access" id="show-photos">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="back" value={`/profile/view/id/${id}#show-photos`} />
        {isShown ? (
          <p className="muted">
            {until === null ? (
              'Until you take it back.'
            ) : (
              <>
                Until <Moment at={until} locale={locale} />.
              </>
            )}
          </p>
        ) : null}
        <label className="visually-hidden" htmlFor="show-photos-lasts">
          How long {username} sees them
        </label>
        <select className="input" id="show-photos-lasts" name="lasts">
          {LASTS.map((lasts) => (
            <option key={lasts} value={lasts}>
              For {lastsInWords[lasts]}
            </option>
          ))}
        </select>
        <div className="cluster">
          <Button type="submit" size="small" name="act" value="allow">
            {isShown ? 'Change' : `Show them to ${username}`}
          </Button>
          {isShown ? (
            <Button type="submit" size="small" variant="quiet" name="act" value="stop">
              Stop showing them
            </Button>
          ) : null}
        </div>
        <p className="muted">
          What somebody has seen they can have kept: no browser prevents a picture of the screen.
        </p>
      </form>
    </details>
  )
}
