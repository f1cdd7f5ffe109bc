/** Access until then or later has no end that anybody needs to hear of. */
export const FAR_AWAY = new Date('9000-01-01T00:00:00Z')
