import { contactOf } from '#core/accounts/standing/account-status.sql.ts'
import { asDays, plusDays } from '#core/figures/days.ts'
import { lines } from '#core/figures/sums.sql.ts'
import { staffWith } from '#core/staff-accounts/roles.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { changeSetting } from '#db/kept-settings.server.ts'
import { together } from '#db/together.server.ts'
import type { Job } from '#jobs/worker.server.ts'
import { MINUTE } from '#lib/clock.ts'
import { localTimeOf } from '#lib/zoned-times.ts'
import { brandById, mainBrand } from '#sites/registry.ts'
import { morningLines, morningMail, morningMeasures } from './morning.ts'

/** From then on, by the clocks of the main brand. */
const HOUR_OF_DAY = 7
const WEEKS = 4

/** Mails each owner in the morning how yesterday was, against four such weekdays: once a day. */
export const morningJob: Job = {
  name: 'board-mail',
  period: 5 * MINUTE,
  start: (services) => ({
    async run() {
      const local = localTimeOf(services.clock.now(), mainBrand.timeZone)
      if (Number(local.slice(11, 13)) < HOUR_OF_DAY) return
      const today = local.slice(0, 10)
      await services.db.transaction().execute(async (trx) => {
        const owners = await staffWith(trx, ['owner'])
        if (owners.length === 0 || !(await changeSetting(trx, 'boardMailed', today))) return
        const yesterday = plusDays(today, -1)
        const told = morningLines(yesterday, await linesOf(trx, yesterday))
        for (const id of owners) {
          const contact = await contactOf(trx, id)
          const brand = contact && brandById(contact.brand)
          if (brand)
            await services.queueMail(
              trx,
              morningMail(services, brand, { id, ...contact }, { day: yesterday, lines: told }),
            )
        }
      })
    },
  }),
}

async function linesOf(trx: Trx, yesterday: string) {
  const days = Array.from({ length: WEEKS + 1 }, (_, week) => plusDays(yesterday, -7 * week))
  const ranges = days.map((from) => asDays({ from, until: plusDays(from, 1) }))
  const read = await together(trx, {
    lines: lines(ranges, 'day', { brand: '', measures: morningMeasures }),
  })
  return read.lines
}
