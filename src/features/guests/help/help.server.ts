import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { searchQuestions } from './help-search.ts'
import { helpIndex, logHelp } from './help.contract.ts'
import { countVote } from './help.sql.ts'
import { byCategory } from './help.ts'

const indexHandler = handle(helpIndex, async ({ query, brand, services }) => {
  const found = searchQuestions(services.texts.library().help(brand), query.q)
  return { found: found.length, categories: byCategory(found) }
})

const logHandler = handle(logHelp, async ({ body, brand, services, at }) => {
  const { questionId, wasUseful } = body
  const isAsked = services.texts
    .library()
    .help(brand)
    .some(({ id }) => id === questionId)
  if (!isAsked) throw new ApiError('notFound', 'There is no such question any more.')
  await countVote(services.db, {
    brand: brand.id,
    questionId,
    day: at.toISOString().slice(0, 10),
    wasUseful,
  })
  return { ok: true as const, next: `/help/${questionId}#feedback-sent` }
})

export const helpHandlers: Handler[] = [indexHandler, logHandler]
