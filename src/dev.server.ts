import { openLog } from './api/log.server.ts'
import { type App, createApp } from './app.server.ts'
import { openTexts } from './content/texts.server.ts'
import type { OpenDatabase } from './db/connection.server.ts'
import { prepareDemo } from './demo/network.server.ts'
import { openDatabase } from './process/database.server.ts'
import { writePrivately } from './process/private-files.server.ts'
import { startSandbox } from './process/sandbox.server.ts'
import { withSecrets } from './process/secrets.server.ts'
import { readSettings, type Settings } from './settings.ts'

type Shared = { database: OpenDatabase; settings: Settings }
const slot = Symbol.for('development')

/** Hot reload evaluates this module again; the open database and the sandbox have to outlive it. */
function shared(): Promise<Shared> {
  const held = Reflect.get(globalThis, slot) as Promise<Shared> | undefined
  if (held) return held
  writePrivately()
  const given = readSettings(process.env)
  const opening = openDatabase(given, openLog(given)).then(async (database) => {
    const settings = await withSecrets(given, database)
    if (settings.demo)
      await prepareDemo(database.db, { now: new Date(), sessionSecret: settings.sessionSecret })
    const sandbox = await startSandbox(settings)
    return {
      database,
      settings: sandbox
        ? { ...settings, gateway: sandbox.gateway, partner: sandbox.partner }
        : settings,
    }
  })
  Reflect.set(globalThis, slot, opening)
  return opening
}

let app: Promise<App> | undefined

export function developmentApp(): Promise<App> {
  app ??= shared().then(async (parts) => {
    const made = await createApp({ ...parts, texts: openTexts(undefined, { rereads: true }) })
    made.startJobs()
    return made
  })
  return app
}
