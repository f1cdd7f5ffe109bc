/** The number of new items, nothing for zero. `label` is for screen readers: "3 new messages". */
export function Count({ value, label }: { value: number; label: string }) {
  if (value <= 0) return null
  return (
    <span className="count">
      <span aria-hidden="true">{value > 99 ? '99+' : value}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
