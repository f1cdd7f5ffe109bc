/**
 * Roles of staff, of the whole network (decisions §1); each endpoint and page of staff names those
 * that open it.
 */
export const staffRoles = ['moderator', 'support', 'lead', 'editor', 'publisher', 'owner'] as const
export type StaffRole = (typeof staffRoles)[number]

export function isStaffRole(word: string): word is StaffRole {
  return (staffRoles as readonly string[]).includes(word)
}

/** Whether what is open to `allowed` is open to somebody who holds these. */
export function opens(held: readonly StaffRole[], allowed: readonly StaffRole[]): boolean {
  return allowed.some((role) => held.includes(role))
}
