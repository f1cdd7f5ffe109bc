/**
 * Links of one member with partners, and invitations that wait: enough for those who live with
 * several people, too few to collect links.
 */
export const MOST_PARTNERS = 3

export const whyMost = `You can be linked with ${MOST_PARTNERS} people at most, so that a link says who somebody is with, and is nothing to collect.`

/** The words after an act without script, by `?saved=`. */
export const partnerActs: Readonly<Record<string, string>> = {
  'partner-invited': 'Invited. The link is there once they agree.',
  'partner-linked': 'You are linked now.',
  'partner-declined': 'Declined. They are not told.',
  'partner-ended': 'Ended. They are not told.',
}

export const afterPartnerAct = (act: keyof typeof partnerActs) =>
  `/profile/edit/profile?part=partners&saved=${act}#partners`

type Named = { username: string | null }

export const GONE = 'Somebody who is not here any more'

/** What the row of one's own profile says: who waits for an answer, and who is linked. */
export function partnersSaid({
  linked,
  invitations,
}: {
  linked: readonly Named[]
  invitations: readonly Named[]
}): string {
  const asking = invitations.map(({ username }) => `${username} asks you`)
  return [...asking, ...linked.map(({ username }) => username ?? GONE)].join(', ')
}
