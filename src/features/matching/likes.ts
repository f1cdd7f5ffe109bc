import type { Billing } from '../../sites/site.ts'

/** Members can like only visible members other than themselves. */
export function mayLike(viewer: { id: number }, member: { id: number; isVisible: boolean }): boolean {
  return member.isVisible && member.id !== viewer.id
}

/**
 * Returns whether a member may know who likes them before liking them back (decisions §5): everybody on credits
 * brands, otherwise premium members.
 */
export function maySeeWhoLikes(model: Billing['model'], membership: 'premium' | 'standard'): boolean {
  return model === 'credits' || membership === 'premium'
}
