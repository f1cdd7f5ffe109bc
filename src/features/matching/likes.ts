import type { Billing } from '../../sites/site.ts'

/** Nobody likes themselves, or somebody who is not there for them. */
export function mayLike(viewer: { id: number }, member: { id: number; isVisible: boolean }): boolean {
  return member.isVisible && member.id !== viewer.id
}

/**
 * Whether a member is told who likes them before they like them back (decisions §5): on credits brands
 * everybody, elsewhere premium members.
 */
export function maySeeWhoLikes(model: Billing['model'], membership: 'premium' | 'standard'): boolean {
  return model === 'credits' || membership === 'premium'
}
