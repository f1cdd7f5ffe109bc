import { staffWith } from '#core/staff-accounts/roles.sql.ts'
import { factorsAmong } from '#core/staff-accounts/second-factor.sql.ts'
import type { Db } from '#db/connection.server.ts'
import type { GivenSettings } from '#settings.ts'
import { staffRoles } from '#sites/staff-roles.ts'
import { asking } from './asking.ts'
import { type Finding, findings } from './finding.ts'

const { done, toDo, notHere } = findings('staff')
const COMMAND = 'npm run member -- staff <username> <address>'

/** Whether somebody may decide, and a second one where it takes two. */
export async function checkStaff(settings: GivenSettings): Promise<Finding[]> {
  if (!settings.production) return [notHere('a demo has its own: eve')]
  const found = await asking(settings, staffIn)
  if (found === null) return [toDo('Nobody can be looked up: see what is said of the database.')]
  const { all, leads, withoutFactor } = found
  if (all === 0)
    return [toDo(`Nobody is staff, and photos and reports wait for them: ${COMMAND} lead owner.`)]
  if (leads < 2)
    return [
      toDo(
        `${leads === 0 ? 'Nobody is a lead' : 'One lead is there'}, and what is about staff takes two: ${COMMAND} lead.`,
      ),
    ]
  const late = withoutFactor === 0 ? '' : `; ${withoutFactor} set up a factor at /staff/verify`
  return [done(`${all} people, ${leads} of them leads${late}`)]
}

async function staffIn(db: Db) {
  const all = await staffWith(db, staffRoles)
  return {
    all: all.length,
    leads: (await staffWith(db, ['lead'])).length,
    withoutFactor: all.length - (await factorsAmong(db, all)),
  }
}
