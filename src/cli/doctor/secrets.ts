import { stat } from 'node:fs/promises'
import { isGuessable } from '#lib/guessable.ts'
import { keptSecret, secretFile } from '#process/secrets.server.ts'
import type { GivenSettings } from '#settings.ts'
import { type Finding, findings, reasonOf } from './finding.ts'

const { done, toDo } = findings('settings')

/** What is guessed, shared or open. */
export async function checkSecrets(settings: GivenSettings): Promise<Finding[]> {
  const { production, databaseUrl, dataDir } = settings
  const secrets: Record<string, string | null | undefined> = {
    SESSION_SECRET: settings.sessionSecret,
    SUPPORT_SECRET: settings.supportSecret,
    GATEWAY_SECRET: settings.gateway?.secret,
    PARTNER_SECRET: settings.partner?.secret,
  }
  const given = Object.entries(secrets).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  const found: Finding[] = []
  for (const [name, value] of given) {
    if (isGuessable(value) || /secret|password|change.?me|example/i.test(value))
      found.push(
        toDo(`${name} can be guessed: set 32 random characters, as of “openssl rand -base64 32”.`),
      )
    const same = given.find(([other, text]) => other > name && text === value)
    if (same)
      found.push(
        toDo(
          `${name} and ${same[0]} are the same: give each its own, since different people know them.`,
        ),
      )
  }
  if (production && databaseUrl !== null) {
    const { username, password } = new URL(databaseUrl)
    if (
      password !== '' &&
      (password === username || /^(postgres|password|secret)$/i.test(decodeURIComponent(password)))
    )
      found.push(
        toDo('The password in DATABASE_URL can be guessed: set another in PostgreSQL and there.'),
      )
  }
  const file = secretFile(dataDir)
  const unreadable = await keptSecret(dataDir).then(() => null, reasonOf)
  if (unreadable !== null)
    found.push(
      toDo(
        `${file} cannot be read (${unreadable}): run this as the user that the server runs as, and let that user own what is in DATA_DIR.`,
      ),
    )
  const mode = await stat(file).then(
    (one) => one.mode & 0o077,
    () => 0,
  )
  if (mode !== 0) found.push(toDo(`Others on this machine may read ${file}: chmod 600 it.`))
  const sum =
    given.length === 0
      ? 'none are set: a demo has its own'
      : `${given.map(([name]) => name).join(', ')}: set, different and not to be guessed`
  return found.length > 0 ? found : [done(sum)]
}
