import { openPostgres } from '#db/connection.server.ts'
import { affiliateSeen, changesAffiliate, hasAffiliate, twoOwners } from '../support/affiliates.ts'
import { startApp } from '../support/app.ts'
import { copyOfTemplate, startTemplate } from '../support/template.ts'
import type { Fault } from './fault.ts'
import { tellMany } from './postbacks.ts'

const SIZES = { full: 10_000, short: 2000 }
const CODE = 'many'

/** The server of an affiliate fails every other request. */
export const fault: Fault = async (size) => {
  const postgres = await startTemplate()
  try {
    const app = await startApp(
      {},
      await openPostgres(await copyOfTemplate(postgres.url, 'postbacks')),
    )
    const owners = await twoOwners(app)
    const id = await hasAffiliate(owners, CODE)
    const url = 'https://tracker.example/in?id={id}'
    await changesAffiliate(owners[0], { act: 'postbackUrl', id, url })
    const { secret } = await affiliateSeen(owners[0], CODE)
    const told = await tellMany(app, { id, secret }, SIZES[size])
    const isAloud = app.logged.join().includes('an affiliate is told nothing more')
    await app.close()
    return [
      {
        what: 'postbacks that arrived; … that arrived twice; … that are neither there nor given up',
        figure: `${told.delivered}; ${told.twice}; ${told.lost}`,
        aim: '0',
        isReached: told.twice === 0 && told.lost === 0,
      },
      {
        what: 'given up, which the log says',
        figure: String(told.givenUp),
        aim: `${SIZES[size] / 100}`,
        isReached: told.givenUp < SIZES[size] / 100 && isAloud === told.givenUp > 0,
      },
    ]
  } finally {
    await postgres.stop()
  }
}
