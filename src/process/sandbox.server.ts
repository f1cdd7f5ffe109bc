import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Gateway, Settings } from '../settings.ts'
import { domainOf } from '../sites/hosts.ts'
import { mainBrand } from '../sites/registry.ts'
import { derivedSecret } from './secrets.server.ts'
import { StartUpError } from './start-up.server.ts'

/** Null in production, or if a gateway is configured. The child process has its own origin and ends with this one. */
export async function startSandbox(settings: Settings): Promise<{ gateway: Gateway; stop(): void } | null> {
  if (settings.production || settings.gateway !== null) return null
  const { port, host, sessionSecret } = settings
  // The sandbox moves no money, but the product trusts its payment reports, so they are signed.
  const secret = derivedSecret(sessionSecret, 'sandbox gateway')
  const publicApiKey = derivedSecret(sessionSecret, 'public key of the sandbox gateway')
  const child = fork(join(process.cwd(), 'src', 'sandbox', 'program.server.ts'), {
    // The child inherits neither our arguments (such as a debugger's) nor our environment, which contains secrets.
    execArgv: [],
    env: {
      SANDBOX_PORT: String(port + 1),
      SANDBOX_SECRET: secret,
      SANDBOX_API_KEY: publicApiKey,
      SANDBOX_MERCHANT: `http://${host.includes(':') ? `[${host}]` : host}:${port}/webhook/gateway`,
      SANDBOX_MERCHANT_HOST: `api.${domainOf(mainBrand, settings.sitesSuffix)}:${port}`,
    },
  })
  const failed = once(child, 'exit').then(() => {
    throw new StartUpError('The sandbox card gateway did not start. Set GATEWAY_URL and GATEWAY_SECRET to use another one.')
  })
  const [said] = (await Promise.race([once(child, 'message'), failed])) as [{ port: number }]
  // The child does not keep this process's event loop alive.
  child.unref()
  child.channel?.unref()
  return {
    gateway: { origin: `http://gateway.localhost:${said.port}`, publicApiKey, secret },
    stop: () => child.disconnect(),
  }
}
