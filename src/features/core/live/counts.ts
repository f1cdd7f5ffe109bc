/** A counter as it is shown, and as a screen reader says it: `99+`, `120 new messages`. */
export function countIn(
  value: number,
  [one = '', several = '']: readonly string[],
): [number: string, label: string] {
  return [value > 99 ? '99+' : String(value), `${value} ${value === 1 ? one : several}`]
}
