import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Settings } from '../settings.ts'
import { domainOf } from '../sites/hosts.ts'
import { mainBrand } from '../sites/registry.ts'
import { derivedSecret } from './secrets.server.ts'
import { StartUpError } from './start-up.server.ts'

type Gateway = NonNullable<Settings['gateway']>
type Partner = NonNullable<Settings['partner']>
export type Sandbox = { gateway: Gateway; partner: Partner; stop(): void }

/**
 * A card gateway and a billing partner in a child process, which has origins of its own and ends
 * with this one. Null in production, or if both are configured.
 */
export async function startSandbox(settings: Settings): Promise<Sandbox | null> {
  if (settings.production || (settings.gateway !== null && settings.partner !== null)) return null
  const { port, host, sessionSecret } = settings
  // The sandbox moves no money, but the product trusts its reports, so they are signed.
  const gatewaySecret = derivedSecret(sessionSecret, 'sandbox gateway')
  const partnerSecret = derivedSecret(sessionSecret, 'sandbox partner')
  const publicApiKey = derivedSecret(sessionSecret, 'public key of the sandbox gateway')
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const child = fork(join(process.cwd(), 'src', 'sandbox', 'program.server.ts'), {
    // The child inherits neither our arguments (such as a debugger's) nor our environment, which
    // contains secrets.
    execArgv: [],
    env: {
      SANDBOX_PORT: String(port + 1),
      SANDBOX_API_KEY: publicApiKey,
      SANDBOX_MERCHANT_HOST: `api.${domainOf(mainBrand, settings.sitesSuffix)}:${port}`,
      SANDBOX_GATEWAY_MERCHANT: `${address}/webhook/gateway`,
      SANDBOX_GATEWAY_SECRET: gatewaySecret,
      SANDBOX_PARTNER_MERCHANT: `${address}/webhook/partner`,
      SANDBOX_PARTNER_SECRET: partnerSecret,
    },
  })
  const failed = once(child, 'exit').then(() => {
    throw new StartUpError(
      'The sandbox of card gateway and partner did not start. Set GATEWAY_URL, GATEWAY_SECRET, PARTNER_URL and PARTNER_SECRET to use others.',
    )
  })
  const [said] = (await Promise.race([once(child, 'message'), failed])) as [
    { gatewayPort: number; partnerPort: number },
  ]
  // The child does not keep this process's event loop alive.
  child.unref()
  child.channel?.unref()
  return {
    gateway: settings.gateway ?? {
      origin: `http://gateway.localhost:${said.gatewayPort}`,
      publicApiKey,
      secret: gatewaySecret,
    },
    partner: settings.partner ?? {
      origin: `http://partner.localhost:${said.partnerPort}`,
      secret: partnerSecret,
    },
    // Ctrl+C stops the child as well, which may have ended before.
    stop: () => {
      if (child.connected) child.disconnect()
    },
  }
}

/** The settings of a process that uses this sandbox. */
export function sandboxSettings({
  gateway,
  partner,
}: Pick<Sandbox, 'gateway' | 'partner'>): Record<string, string> {
  const address = new URL(gateway.origin)
  address.username = gateway.publicApiKey
  return {
    GATEWAY_URL: address.href,
    GATEWAY_SECRET: gateway.secret,
    PARTNER_URL: partner.origin,
    PARTNER_SECRET: partner.secret,
  }
}
