/** Who may begin a conversation with a member. Conversations that have begun go on with either. */
export const firstMessagesFrom = ['everybody', 'verified'] as const
export type FirstMessagesFrom = (typeof firstMessagesFrom)[number]
