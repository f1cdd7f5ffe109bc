/** The islands of every member's page, whose browser has one file to fetch for them. */
export { MemberBar, TabBar } from './MemberBar.tsx'
export { Overlays } from './Overlays.tsx'
