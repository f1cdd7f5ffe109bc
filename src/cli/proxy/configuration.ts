import { parseArgs } from 'node:util'
import { SMALL_BODY } from '../../api/bodies.server.ts'
import { handlers } from '../../app.server.ts'
import { StartUpError } from '../../process/start-up.server.ts'
import { readSettings } from '../../settings.ts'
import { domainOf, hostTable } from '../../sites/hosts.ts'
import { brands } from '../../sites/registry.ts'
import { caddyConfig } from './caddy.ts'
import { haproxyConfig } from './haproxy.ts'
import { nginxConfig } from './nginx.ts'
import type { ProxyPlan } from './plan.ts'

const kinds: Record<
  string,
  { config: (plan: ProxyPlan) => string; certificates: string; how: string }
> = {
  nginx: {
    config: nginxConfig,
    certificates: '/etc/letsencrypt/live',
    how: 'A file for /etc/nginx/conf.d; try it by nginx -t. Certificates: <folder>/<domain>/fullchain.pem and privkey.pem, for all hosts of the brand.',
  },
  haproxy: {
    config: haproxyConfig,
    certificates: '/etc/haproxy/certificates',
    how: 'The whole /etc/haproxy/haproxy.cfg; try it by haproxy -c -f. Certificates: <folder>/<domain>.pem, for all hosts of the brand.',
  },
  caddy: {
    config: caddyConfig,
    certificates: '',
    how: 'The whole Caddyfile; try it by caddy validate. Caddy gets the certificates.',
  },
}

/** `npm run -s proxy -- nginx|haproxy|caddy [--process <host:port> …] [--certificates <folder>] [--bind <address>] [--http <port>] [--https <port>]` */
export function proxyConfiguration(
  args: readonly string[],
  env: Record<string, string | undefined>,
): string {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      process: { type: 'string', multiple: true },
      certificates: { type: 'string' },
      bind: { type: 'string', default: '0.0.0.0' },
      http: { type: 'string', default: '80' },
      https: { type: 'string', default: '443' },
    },
  })
  const kind = kinds[positionals[0] ?? '']
  if (!kind || positionals.length > 1)
    throw new StartUpError(`Say for which: npm run -s proxy -- ${Object.keys(kinds).join('|')}`)
  const { host, port } = readSettings(env)
  // The brands' own domains unless others are set: a demo's own suffix is reached without a proxy.
  const suffix = env['SITES_SUFFIX'] || null
  const processes = values.process ?? [`${host.includes(':') ? `[${host}]` : host}:${port}`]
  const wrong = processes.find((address) => !/^(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}$/i.test(address))
  if (wrong !== undefined)
    throw new StartUpError(`--process must be <host:port>, as in 127.0.0.1:4321: ${wrong}`)
  const names = [...hostTable(brands, suffix)]
  const plan: ProxyPlan = {
    brands: brands.map((brand) => ({
      domain: domainOf(brand, suffix),
      hosts: names.flatMap(([name, of]) =>
        of.brand.id === brand.id && name !== 'localhost' ? [name] : [],
      ),
    })),
    processes,
    certificates: values.certificates ?? kind.certificates,
    bind: values.bind,
    http: Number(values.http),
    https: Number(values.https),
    maxBody: Math.max(...handlers.map(({ endpoint }) => endpoint.maxBytes ?? SMALL_BODY)),
  }
  return `# ${kind.how}
# The product runs with RUN_AS=production and TRUST_PROXY=1. Restart its processes one after the other, and the next one
# not before the last has answered /readyz with 200 for five seconds.
${kind.config(plan)}`
}
