import { keptSecret } from '../../process/secrets.server.ts'
import { type GivenSettings, readSettings, SettingsError } from '../../settings.ts'
import { checkDatabase } from './database.ts'
import { type Finding, findings, reasonOf } from './finding.ts'
import { checkMail } from './mail.ts'
import { checkOutside } from './outside.ts'
import { checkProcessors } from './processors.ts'
import { checkSecrets } from './secrets.ts'
import { checkStorage } from './storage.ts'
import { checkFinished } from './unfinished.ts'

const checks: Readonly<Record<string, (settings: GivenSettings) => Promise<Finding[]>>> = {
  settings: async (settings) => settingsFindings(settings),
  finished: checkFinished,
  secrets: checkSecrets,
  database: checkDatabase,
  storage: checkStorage,
  mail: checkMail,
  gateway: checkProcessors,
  proxy: async (settings) => checkOutside(settings, await sessionSecretOf(settings)),
  time: async () => timeFindings(Date.now()),
}

/** All checks, in order. None of them ends another; none changes anything that stays. */
export async function* examine(env: Record<string, string | undefined>): AsyncGenerator<Finding> {
  let settings: GivenSettings
  try {
    settings = readSettings(env)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    for (const line of error.message.split('\n')) yield findings('settings').toDo(`${line}.`)
    return
  }
  for (const [name, check] of Object.entries(checks)) {
    const found = await check(settings).catch((error: unknown) => [
      findings(name).toDo(
        `This could not be checked (${reasonOf(error)}): see whether the line before says why.`,
      ),
    ])
    for (const finding of found) yield { ...finding, says: withoutSecrets(finding.says, env) }
  }
}

/** Which proxy is trusted shows in the client address that the server sees (outside.ts). */
function settingsFindings({ production }: GivenSettings): Finding[] {
  return [findings('settings').ok(production ? 'production' : 'a demo, on this machine alone')]
}

/** This program's own clock: a machine that woke up without its battery believes in 1970. */
export function timeFindings(now: number): Finding[] {
  const { ok, toDo } = findings('time')
  const year = new Date(now).getUTCFullYear()
  if (year < 2026 || year > 2100)
    return [
      toDo(`This machine’s clock says ${new Date(now).toISOString()}: let it keep time by NTP.`),
    ]
  return [ok(`${new Date(now).toISOString()}, which should be the present time in UTC`)]
}

/** A demo’s own secret is beside its PGlite; one that is kept in PostgreSQL is not read. */
async function sessionSecretOf({
  sessionSecret,
  dataDir,
  databaseUrl,
}: GivenSettings): Promise<string | null> {
  if (sessionSecret !== null || databaseUrl !== null) return sessionSecret
  return keptSecret(dataDir).catch((error: unknown) => {
    // A file that cannot be read is a line of `secrets`.
    if (error instanceof Error && 'syscall' in error) return null
    throw error
  })
}

/** No line is made of them; this is for a library’s words. */
function withoutSecrets(text: string, env: Record<string, string | undefined>): string {
  let said = text
  for (const [name, value = ''] of Object.entries(env)) {
    if (!/SECRET|PASSWORD|KEY|SALT|SHOPS|_URL$|DSN/.test(name) || value.length < 8) continue
    said = said.replaceAll(value, '…')
    if (!URL.canParse(value)) continue
    const { password } = new URL(value)
    for (const one of [password, decodeURIComponent(password)])
      if (one.length > 3) said = said.replaceAll(one, '…')
  }
  return said
}
