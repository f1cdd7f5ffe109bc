/** One line of the doctor. What is not ok says what to do. */
export type Finding = { about: string; ok: boolean; says: string }

/** Gives each finding the name of its check. */
export function findings(about: string) {
  return {
    ok: (says: string): Finding => ({ about, ok: true, says }),
    toDo: (says: string): Finding => ({ about, ok: false, says }),
  }
}

/**
 * Of an error the code, or the words that carry no value: addresses and passwords are in messages
 * of many libraries.
 */
export function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  const { code, cause, name } = (first ?? {}) as { code?: unknown; cause?: unknown; name?: string }
  if (typeof code === 'string' && /^[\w-]+$/.test(code)) return code
  return cause === undefined ? (name ?? 'an error') : reasonOf(cause)
}

export function isOfCertificate(reason: string): boolean {
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(reason)
}
