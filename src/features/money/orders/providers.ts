/** Who charges: the specification's own gateway, or a processor of the trade. */
export const providers = ['gateway', 'ccbill', 'verotel'] as const
export type Provider = (typeof providers)[number]

/**
 * Ids of payments and subscriptions are unique for each processor alone, so others' than the
 * gateway's are prefixed.
 */
export function referenceOf(provider: Exclude<Provider, 'gateway'>, id: string): string {
  return `${provider}:${id}`
}

export function providerOf(reference: string): Provider {
  return (
    providers.find((provider) => provider !== 'gateway' && reference.startsWith(`${provider}:`)) ??
    'gateway'
  )
}

/** The id as the processor itself knows it. */
export function idIn(reference: string): string {
  return providerOf(reference) === 'gateway'
    ? reference
    : reference.slice(reference.indexOf(':') + 1)
}
