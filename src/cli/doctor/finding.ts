/** The steps of ../going-live.md, a heading each, in its order. */
export const steps = [
  'machine',
  'brands',
  'database',
  'settings',
  'proxy',
  'staff',
  'payments',
  'mail',
  'backup',
  'alarms',
] as const
export type DoctorStep = (typeof steps)[number]

/** One line of the doctor. What is to do says by what. */
export type Finding = { step: DoctorStep; state: 'done' | 'to do' | 'does not apply'; says: string }

export function findings(step: DoctorStep) {
  return {
    done: (says: string): Finding => ({ step, state: 'done', says }),
    toDo: (says: string): Finding => ({ step, state: 'to do', says }),
    notHere: (says: string): Finding => ({ step, state: 'does not apply', says }),
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
