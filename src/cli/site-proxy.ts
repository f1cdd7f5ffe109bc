import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startUp, StartUpError } from '../process/start-up.server.ts'
import { readSettings } from '../settings.ts'
import { domainOf } from '../sites/hosts.ts'
import { brands } from '../sites/registry.ts'
import { examples, isProxyKind, proxyConfig } from './site-new/proxy-config.ts'

/** `npm run site:proxy -- caddy`: the example of src/process/serving with each brand's domain. */
await startUp(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { ports: { type: 'string', default: '4321' } },
  })
  const [kind = '', ...more] = positionals
  const ports = values.ports.split(',').map(Number)
  const isPort = (port: number) => Number.isInteger(port) && port > 0 && port < 65_536
  if (!isProxyKind(kind) || more.length > 0 || !ports.every(isPort))
    throw new StartUpError(
      `Usage: npm run site:proxy -- ${Object.keys(examples).join(' | ')} [--ports 4321,4322]`,
    )
  const { sitesSuffix } = readSettings(process.env)
  const file = join(import.meta.dirname, '..', 'process', 'serving', examples[kind])
  const domains = brands.map((brand) => domainOf(brand, sitesSuffix))
  process.stdout.write(proxyConfig(kind, readFileSync(file, 'utf8'), { domains, ports }))
})
