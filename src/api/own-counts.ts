/** Of what the index of the settings says how many a member has. */
export const ownCountNames = [
  'passkeys',
  'devices',
  'blocked',
  'contacts',
  'tickets',
  'reports',
  'decisions',
  'sharedDates',
] as const
export type OwnCountName = (typeof ownCountNames)[number]
export type OwnCounts = Record<OwnCountName, number>
