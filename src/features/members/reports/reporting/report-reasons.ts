/** Report reasons: values on the wire and labels; the most serious first. */
export const reportReasons = [
  { value: 'underage', label: 'Seems to be under 18' },
  { value: 'harassment', label: 'Threatens, insults or pesters' },
  { value: 'scam', label: 'Asks for money or sells something' },
  { value: 'fake', label: 'Is not who they say they are' },
  { value: 'photos', label: 'Shows photos that should not be here' },
  { value: 'other', label: 'Something else' },
] as const

export type ReportReason = (typeof reportReasons)[number]['value']

export const MAX_REPORT_DETAILS = 1000
