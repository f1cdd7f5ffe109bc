import { type App, createApp, openDatabase } from './app.server.ts'
import type { OpenDatabase } from './db/connection.server.ts'
import { prepareDemo } from './db/demo/network.server.ts'
import { readSettings } from './settings.ts'

const slot = Symbol.for('development database')

/** Hot reload evaluates this module again; the open database has to outlive it. */
function sharedDatabase(): Promise<OpenDatabase> {
  const held = Reflect.get(globalThis, slot) as Promise<OpenDatabase> | undefined
  if (held) return held
  const settings = readSettings(process.env)
  const opening = openDatabase(settings).then(async (database) => {
    if (settings.demo) await prepareDemo(database.db, { now: new Date() })
    return database
  })
  Reflect.set(globalThis, slot, opening)
  return opening
}

let app: Promise<App> | undefined

/** The app of this evaluation of the source. */
export function developmentApp(): Promise<App> {
  app ??= sharedDatabase().then(async (database) => {
    const made = await createApp({ settings: readSettings(process.env), database })
    made.startJobs()
    return made
  })
  return app
}
