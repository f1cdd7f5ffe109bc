import type { Billing } from '#sites/site.ts'

/** Members can like only visible members other than themselves. */
export function mayLike(
  viewer: { id: number },
  member: { id: number; isVisible: boolean },
): boolean {
  return member.isVisible && member.id !== viewer.id
}

/** decisions §5: everybody on credits brands, otherwise premium members. */
export function maySeeWhoLikes(
  model: Billing['model'],
  membership: 'premium' | 'standard',
): boolean {
  return model === 'credits' || membership === 'premium'
}
