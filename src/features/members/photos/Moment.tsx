import { useIsAlive } from '../../../ui/use-seeded.ts'
import { DEFAULT_LOCALE, momentIn } from '../../core/accounts/dates.ts'
import { untilInWords } from './until.client.ts'

type Props = { at: string; locale: string | null }

/** In the reader's own time zone; until hydration in UTC, which it says. */
export function Moment({ at, locale }: Props) {
  const isAlive = useIsAlive()
  return (
    <time dateTime={at}>
      {isAlive ? untilInWords(at, locale ?? DEFAULT_LOCALE) : momentIn(locale, new Date(at))}
    </time>
  )
}
