import type { DemoNetwork } from '../demo/network.server.ts'
import type { Settings } from '../settings.ts'
import { domainOf } from '../sites/hosts.ts'
import { brands, mainBrand } from '../sites/registry.ts'
import type { Sandbox } from './sandbox.server.ts'

type Facts = {
  settings: Omit<Settings, 'sessionSecret'>
  demo: DemoNetwork | null
  sandbox?: Pick<Sandbox, 'gateway' | 'partner'> | null
  isReady?: boolean
}

export function printBanner(facts: Facts): void {
  process.stdout.write(`${bannerLines(facts).join('\n')}\n`)
}

export function bannerLines({ settings, demo, sandbox = null, isReady = true }: Facts): string[] {
  if (settings.production)
    return [`Serving ${brands.length} brands on ${settings.host}:${settings.port}`]
  const port = settings.port === 80 ? '' : `:${settings.port}`
  const at = (label: string, brand = mainBrand) =>
    `http://${label}.${domainOf(brand, settings.sitesSuffix)}${port}`
  const widest = Math.max(...brands.map(({ name }) => name.length))
  const row = (name: string, value: string) => `  ${name.padEnd(widest)}  ${value}`
  return [
    '',
    ...brands.map((brand) => row(brand.name, at('www', brand))),
    '',
    row('API', `${at('api')} (documentation; the same on api.<brand>)`),
    ...(settings.smtpUrl === null
      ? [row('Mail box', `http://mail.localhost${port} (mails that the product sends)`)]
      : []),
    ...(demo === null ? [] : ['', ...demoLines(demo, row)]),
    '',
    ...(isReady ? [`Ready on http://${settings.host}${port}. Ctrl+C stops.`, ''] : []),
    ...(sandbox === null
      ? []
      : [
          `Card payments go to a sandbox; its test cards and payments: ${sandbox.gateway.origin}`,
          `So does access of billing partners: ${sandbox.partner.origin}`,
        ]),
  ]
}

function demoLines(demo: DemoNetwork, row: (name: string, value: string) => string): string[] {
  return [
    `Demo network: ${demo.members.toLocaleString('en')} members, all of them drawn. Sign in with the password ${demo.password} as`,
    ...demo.signIns.map(({ username, brand, about }) => row(username, `${about} (${brand})`)),
    '  or as any other of them: everybody has the same password.',
    ...demo.signIns.flatMap(({ username, secondFactor }) =>
      secondFactor === undefined
        ? []
        : [
            `  At /staff, ${username} gives a code of the app that knows ${secondFactor}; npm run demo:code says which it is now.`,
          ],
    ),
  ]
}
