import type { Brand } from '#sites/site.ts'
import { membershipOn } from '../standing/membership.ts'

/** Whether a member may change their place on this brand: everybody, or premium members only. */
export function mayChangeLocation(
  { flags, billing }: Pick<Brand, 'flags' | 'billing'>,
  member: { premiumUntil: Date | null; firstPremiumAt: Date | null },
  at: Date,
): boolean {
  return !flags.locationChangeNeedsPremium || membershipOn(billing, member, null, at).isPremium
}
