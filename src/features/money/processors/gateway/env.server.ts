import { address, envGroup, missingBeside, secret } from '#lib/env.server.ts'

/**
 * GATEWAY_URL is `https://<public API key>@<host>`; GATEWAY_SECRET signs the requests between the
 * servers.
 */
export type Gateway = { origin: string; publicApiKey: string; secret: string }

export const gatewayEnv = envGroup({
  shape: { GATEWAY_URL: address.optional(), GATEWAY_SECRET: secret(16).optional() },
  wrong: (given) =>
    missingBeside('GATEWAY_URL', given, ['GATEWAY_SECRET'], ' (at least 16 characters)'),
  read: ({ GATEWAY_URL, GATEWAY_SECRET }) => ({
    gateway: readGateway(GATEWAY_URL, GATEWAY_SECRET),
  }),
})

function readGateway(url: string | undefined, key: string | undefined): Gateway | null {
  if (url === undefined || key === undefined) return null
  const { origin, username } = new URL(url)
  return { origin, publicApiKey: decodeURIComponent(username), secret: key }
}
