import type { Policy } from './decisions.ts'

/**
 * The rule that whoever reports something means, as a rule; staff choose another where it is
 * another.
 */
export const policyOfReason: Readonly<Partial<Record<string, Policy>>> = {
  underage: 'underage',
  harassment: 'harassment',
  scam: 'scam',
  fake: 'impersonation',
  photos: 'photoRules',
}
