import { opensPage } from '../sites/routes.ts'
import type { StaffRole } from '../sites/staff-roles.ts'

/**
 * Where staff work: the menu, and the pages of each place, of which the first is where the menu
 * leads.
 */
const table = {
  pictures: {
    label: 'Pictures',
    pages: [
      { href: '/staff/pictures', label: 'To decide' },
      { href: '/staff/matches', label: 'Matches' },
      { href: '/staff/preserved', label: 'Kept copies, feedback to lists' },
    ],
  },
  cases: {
    label: 'Cases',
    pages: [
      { href: '/staff/cases', label: 'To decide' },
      { href: '/staff/reporters', label: 'Reporters' },
      { href: '/staff/flaggers', label: 'Trusted flaggers' },
      { href: '/staff/authority-orders', label: 'Orders of authorities' },
    ],
  },
  tickets: { label: 'Tickets', pages: [{ href: '/staff/tickets', label: 'Tickets' }] },
  approvals: { label: 'Approvals', pages: [{ href: '/staff/approvals', label: 'Approvals' }] },
  members: { label: 'Members', pages: [{ href: '/staff/members', label: 'Members' }] },
  texts: {
    label: 'Texts',
    pages: [
      { href: '/staff/content', label: 'Texts' },
      { href: '/staff/content/codes', label: 'Promo codes' },
      { href: '/staff/content/ads', label: 'Ads' },
      { href: '/staff/content/pictures', label: 'Brand pictures' },
    ],
  },
  numbers: {
    label: 'Numbers',
    pages: [
      { href: '/staff/board', label: 'Board' },
      { href: '/staff/figures', label: 'Figures' },
      { href: '/staff/ads', label: 'Ads' },
      { href: '/staff/affiliates', label: 'Affiliates' },
    ],
  },
  settings: {
    label: 'Settings',
    pages: [
      { href: '/staff/fraud', label: 'Fraud rules' },
      { href: '/staff/tickets/texts', label: 'Texts to use again' },
    ],
  },
} as const satisfies Record<
  string,
  { label: string; pages: ReadonlyArray<{ href: string; label: string }> }
>

export type StaffPlace = keyof typeof table
type Page = { href: string; label: string }

/** What these roles open, place by place; a place of which they open nothing is not there. */
export function placesFor(
  roles: readonly StaffRole[],
): Array<{ place: string; label: string; pages: Page[] }> {
  return Object.entries(table).flatMap(([place, { label, pages }]) => {
    const open = pages.filter(({ href }) => opensPage(roles, href))
    return open.length === 0 ? [] : [{ place, label, pages: open }]
  })
}
