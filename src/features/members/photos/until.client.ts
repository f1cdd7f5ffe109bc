/** A moment in the reader's own time zone; pages are rendered in UTC, which they say. */
export function untilInWords(until: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(until))
}

export function showMoments(within: ParentNode): void {
  for (const time of within.querySelectorAll<HTMLTimeElement>('time[data-locale]')) {
    time.textContent = untilInWords(time.dateTime, time.dataset['locale'] ?? '')
  }
}
