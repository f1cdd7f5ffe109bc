import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import { acceptNewTerms } from './terms.contract.ts'
import { acceptTerms } from './terms.sql.ts'

const acceptHandler = handle(acceptNewTerms, async ({ body, scope, services, at }) => {
  const { brand, member } = scope
  // Nobody accepts what they were not shown: a page that was open for long may show an older one.
  if (body.version !== services.texts.library().termsVersion(brand)) {
    throw new ApiError(
      'conflict',
      'The terms have changed once more. Please read the present ones.',
    )
  }
  await acceptTerms(services.db, {
    accountId: member.id,
    brand: brand.id,
    version: body.version,
    at,
  })
  return { next: '/dashboard' }
})

export const termsHandlers: Handler[] = [acceptHandler]
