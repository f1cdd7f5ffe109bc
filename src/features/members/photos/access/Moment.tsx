import { DEFAULT_LOCALE, momentIn } from '#lib/formats.ts'
import { useIsAlive } from '#ui/use-seeded.ts'

type Props = { at: string; locale: string | null }

/** In the reader's own time zone; until hydration in UTC, which it says. */
export function Moment({ at, locale }: Props) {
  const isAlive = useIsAlive()
  return (
    <time dateTime={at}>
      {isAlive ? inOwnZone(at, locale ?? DEFAULT_LOCALE) : momentIn(locale, new Date(at))}
    </time>
  )
}

function inOwnZone(at: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(at))
}
