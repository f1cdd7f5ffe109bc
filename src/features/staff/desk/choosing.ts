import type { StaffRole } from '#sites/staff-roles.ts'

/** Who may open any task of a list, and not only the next. */
export const MAY_CHOOSE = ['lead'] as const satisfies readonly StaffRole[]
/** Of a page of a list, that one form decides. */
export const MOST_AT_ONCE = 50
