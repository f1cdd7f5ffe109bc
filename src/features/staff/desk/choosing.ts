import type { StaffRole } from '../../../sites/staff-roles.ts'

/** Who may open any task of a list, and not only the next. */
export const MAY_CHOOSE: readonly StaffRole[] = ['lead']
