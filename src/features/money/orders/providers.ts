import type { processorEnvsByName } from '../processors/env.server.ts'

/** Who charges: the specification's own gateway, or a processor of the trade. */
export type Provider = keyof typeof processorEnvsByName

/**
 * Ids of payments and subscriptions are unique for each processor alone, so others' than the
 * gateway's are prefixed.
 */
export function referenceOf(provider: Exclude<Provider, 'gateway'>, id: string): string {
  return `${provider}:${id}`
}

export function providerOf(reference: string): Provider {
  return (/^([a-z]+):/.exec(reference)?.[1] ?? 'gateway') as Provider
}

/** The id as the processor itself knows it. */
export function idIn(reference: string): string {
  return reference.slice(reference.indexOf(':') + 1)
}
