export const commissionStates = ['pending', 'approved', 'rejected', 'paid'] as const
export type CommissionState = (typeof commissionStates)[number]

type Dates = { approvedAt: Date | null; rejectedAt: Date | null; paidAt: Date | null }

export function stateOfCommission({ approvedAt, rejectedAt, paidAt }: Dates): CommissionState {
  if (rejectedAt) return 'rejected'
  if (paidAt) return 'paid'
  return approvedAt ? 'approved' : 'pending'
}
