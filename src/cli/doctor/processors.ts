import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from '#api/webhooks.server.ts'
import { SECOND } from '#lib/clock.ts'
import { signatureOf } from '#lib/signature.server.ts'
import type { GivenSettings } from '#settings.ts'
import { domainOf } from '#sites/hosts.ts'
import { mainBrand } from '#sites/registry.ts'
import { type Finding, findings, reasonOf } from './finding.ts'
import { askServer } from './outside.ts'

const { done, toDo } = findings('payments')
const TIMEOUT = 5 * SECOND
const CLOCK_SKEW = 60 * SECOND

export async function checkProcessors(settings: GivenSettings): Promise<Finding[]> {
  const parts = await Promise.all(
    (['gateway', 'partner'] as const).map((name) => checkOne(settings, name)),
  )
  const shops = settings.shops
    .filter(({ brands }) => brands.length > 0)
    .map(({ setting, brands }) => done(`${setting} charge for ${brands.join(', ')}; not asked`))
  return [...parts.flat(), ...shops]
}

async function checkOne(settings: GivenSettings, name: 'gateway' | 'partner'): Promise<Finding[]> {
  const given = settings[name]
  const setting = name.toUpperCase()
  // That nobody charges in production is unfinished (unfinished.ts).
  if (given === null)
    return settings.production ? [] : [done(`${name}: the sandbox, which npm start starts`)]
  const { host } = new URL(given.origin)
  const found: Finding[] = []
  try {
    const answer = await fetch(given.origin, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    })
    await answer.body?.cancel()
    const skew = Date.parse(answer.headers.get('Date') ?? '') - Date.now()
    if (answer.status >= 500)
      found.push(toDo(`${host} answers ${answer.status}: ask its operator.`))
    if (Math.abs(skew) > CLOCK_SKEW)
      found.push(
        toDo(
          `Its clock and ours are ${Math.round(Math.abs(skew) / SECOND)} s apart, and signatures hold for 300: let this machine keep time by NTP.`,
        ),
      )
  } catch (error) {
    found.push(
      toDo(
        `${host} cannot be reached (${reasonOf(error)}): correct ${setting}_URL, or let this machine out to it.`,
      ),
    )
  }
  const signed = await ourAnswer(settings, name, given.secret)
  if (signed === 403)
    found.push(
      toDo(
        `The running server refuses what is signed with ${setting}_SECRET: restart it with the same secret, and keep its clock.`,
      ),
    )
  if (found.length > 0) return found
  return [
    done(
      `${name}: ${host} answers${signed === null ? '; the server does not run, so that signatures were not tried' : ', and the server takes what is signed with its secret'}`,
    ),
  ]
}

/**
 * A report that says nothing: what is signed is refused for what it lacks (422), what is not is
 * forbidden (403).
 */
async function ourAnswer(
  settings: GivenSettings,
  name: string,
  secret: string,
): Promise<number | null> {
  const timestamp = String(Math.floor(Date.now() / SECOND))
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': '2',
    [TIMESTAMP_HEADER]: timestamp,
    [SIGNATURE_HEADER]: signatureOf('{}', timestamp, secret),
  }
  const host = `api.${domainOf(mainBrand, settings.sitesSuffix)}`
  return askServer(settings, `/webhook/${name}`, { host, headers, body: '{}' }).then(
    ({ status }) => status,
    () => null,
  )
}
