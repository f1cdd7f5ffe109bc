/** The first day of a moment's month in UTC, as `2026-11-01`. */
export function monthOf(at: Date): string {
  return `${at.toISOString().slice(0, 7)}-01`
}

/** `2026-11-01` as `2026-H2`: the law asks for the average of each six months. */
function halfYearOf(month: string): string {
  return `${month.slice(0, 4)}-H${Number(month.slice(5, 7)) <= 6 ? 1 : 2}`
}

/** `averageInEu` is null where no month of it was counted so. */
export type HalfYear = {
  halfYear: string
  months: number
  average: number
  averageInEu: number | null
}

const averageOf = (numbers: readonly number[]) =>
  numbers.length === 0
    ? null
    : Math.round(numbers.reduce((sum, one) => sum + one, 0) / numbers.length)

/** The average of the months of each half year that were counted, in their order. */
export function averages(
  months: ReadonlyArray<{ month: string; members: number; membersInEu: number }>,
): HalfYear[] {
  return [...Map.groupBy(months, ({ month }) => halfYearOf(month))].map(([halfYear, rows]) => ({
    halfYear,
    months: rows.length,
    average: averageOf(rows.map(({ members }) => members)) ?? 0,
    averageInEu: averageOf(rows.map(({ membersInEu }) => membersInEu)),
  }))
}
