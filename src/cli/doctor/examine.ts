import { keptSecret } from '#process/secrets.server.ts'
import { type GivenSettings, readSettings, SettingsError, withFile } from '#settings.ts'
import { isBuilt } from '../build.mjs'
import { checkAlarms } from './alarms.ts'
import { checkBackup } from './backup.ts'
import { checkDatabase } from './database.ts'
import { type Finding, findings, reasonOf, type DoctorStep } from './finding.ts'
import { checkMail } from './mail.ts'
import { checkOutside } from './outside.ts'
import { checkProcessors } from './processors.ts'
import { checkSecrets } from './secrets.ts'
import { checkStaff } from './staff.ts'
import { checkStorage } from './storage.ts'
import { checkFinished, trafficFindings } from './unfinished.ts'

type Check = readonly [DoctorStep, (settings: GivenSettings) => Promise<Finding[]>]

/** In the order of the steps. What is unfinished is found once, and said at each step. */
function checksOnce(): Check[] {
  let found: Promise<Finding[]> | undefined
  const unfinishedAt = (wanted: DoctorStep): Check => [
    wanted,
    async (settings) =>
      (await (found ??= checkFinished(settings))).filter(({ step }) => step === wanted),
  ]
  return [
    ['machine', async () => timeFindings(Date.now())],
    ['machine', async ({ production }) => buildFindings(production)],
    ['machine', checkStorage],
    unfinishedAt('brands'),
    ['brands', async ({ production }) => trafficFindings(production)],
    ['database', checkDatabase],
    ['settings', async (settings) => settingsFindings(settings)],
    ['settings', checkSecrets],
    unfinishedAt('settings'),
    ['proxy', async (settings) => checkOutside(settings, await sessionSecretOf(settings))],
    ['staff', checkStaff],
    unfinishedAt('payments'),
    ['payments', checkProcessors],
    unfinishedAt('mail'),
    ['mail', checkMail],
    ['backup', checkBackup],
    ['alarms', checkAlarms],
  ]
}

/**
 * All checks, step by step. None of them ends another, but settings that cannot be read; none
 * changes anything that stays.
 */
export async function* examine(
  given: Readonly<Record<string, string | undefined>>,
): AsyncGenerator<Finding> {
  let settings: GivenSettings
  let env = given
  try {
    env = withFile(given)
    settings = readSettings(env)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    for (const line of error.message.split('\n')) yield findings('settings').toDo(`${line}.`)
    return
  }
  for (const [step, check] of checksOnce()) {
    const found = await check(settings).catch((error: unknown) => [
      findings(step).toDo(
        `This could not be checked (${reasonOf(error)}): see whether the line before says why.`,
      ),
    ])
    for (const finding of found) yield { ...finding, says: withoutSecrets(finding.says, env) }
  }
}

/** A demo is built by `npm start`; the service starts what is there. */
function buildFindings(production: boolean): Finding[] {
  const { done, toDo } = findings('machine')
  if (!production) return []
  return [
    isBuilt()
      ? done('the build is of this source')
      : toDo('There is no build of this source: npm run build, and restart.'),
  ]
}

/** Which proxy is trusted shows in the client address that the server sees (outside.ts). */
function settingsFindings({ production }: GivenSettings): Finding[] {
  return [findings('settings').done(production ? 'production' : 'a demo, on this machine alone')]
}

/** This program's own clock: a machine that woke up without its battery believes in 1970. */
export function timeFindings(now: number): Finding[] {
  const { done, toDo } = findings('machine')
  const year = new Date(now).getUTCFullYear()
  if (year < 2026 || year > 2100)
    return [
      toDo(`This machine’s clock says ${new Date(now).toISOString()}: let it keep time by NTP.`),
    ]
  return [done(`${new Date(now).toISOString()}, which should be the present time in UTC`)]
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
function withoutSecrets(text: string, env: Readonly<Record<string, string | undefined>>): string {
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
