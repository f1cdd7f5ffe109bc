import { useEffect } from 'react'
import { withBoundary } from '#ui/Boundary.tsx'
import { awaitReport } from './checkout.store.ts'

/** Whose report of a payment or of access is awaited; the page shows it when it comes. */
export const AwaitedReport = withBoundary(function AwaitedReport(props: {
  text: string
  again: string
}) {
  useEffect(awaitReport, [])
  return (
    <p className="notice" role="status">
      {props.text} That takes a moment; <a href={props.again}>look again</a>.
    </p>
  )
})
