import { type Handler, handle } from '../../../api/call.server.ts'
import { ApiError } from '../../../api/errors.ts'
import { brands } from '../../../sites/registry.ts'
import { changeOf } from '../texts/published-texts.server.ts'
import { revisionOf } from '../texts/revisions.sql.ts'
import { textProblems } from '../texts/text-problems.ts'
import { getAsked } from './asked.contract.ts'
import { countAsked } from './terms.sql.ts'

const askedHandler = handle(getAsked, async ({ query, services }) => {
  const { db, texts } = services
  const revision = await revisionOf(db, query.revision)
  if (!revision) throw new ApiError('notFound')
  const { library, problems } = await texts.trying([changeOf(revision)])
  if (problems.length > 0) throw textProblems(problems)
  const changed = brands.filter(
    (brand) => library.termsVersion(brand) > texts.library().termsVersion(brand),
  )
  const versions = changed.map((brand) => ({
    brand: brand.id,
    version: library.termsVersion(brand),
  }))
  return { members: await countAsked(db, versions), brands: changed.length }
})

export const askedHandlers: Handler[] = [askedHandler]
