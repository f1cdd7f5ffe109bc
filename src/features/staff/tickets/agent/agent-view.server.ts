import type { Door } from '#api/door.ts'
import { ApiError } from '#api/errors.ts'
import type { Services } from '#api/services.server.ts'
import { type AccountFacts, accountFacts } from '#core/accounts/standing/account-facts.sql.ts'
import { recordSupportAct } from '#core/audit/audit.sql.ts'
import type { Host } from '#sites/hosts.ts'
import { withoutIndex } from '#sites/routes.ts'
import { agentFacts } from './agent-facts.server.ts'
import { AGENT_VIEW_PATH, type AgentLink, OPERATOR, readAgentLink } from './agent-links.server.ts'
import { askPage, refusalPage, viewPage } from './agent-page.server.ts'
import { isSpent, spendLink } from './agent-view.sql.ts'

/**
 * decisions §2: once, within five minutes, by a button; the audit log entry commits before anything
 * is shown.
 */
export const agentViewDoor: Door = {
  name: 'support view',
  role: 'api',
  isAt: (path) => withoutIndex(path) === AGENT_VIEW_PATH,
  open: agentView,
}

async function agentView(
  services: Services,
  { request, url, host }: { request: Request; url: URL; host: Host },
): Promise<Response> {
  if (!['GET', 'HEAD', 'POST'].includes(request.method))
    throw new ApiError('methodNotAllowed', { headers: { Allow: 'GET, HEAD, POST' } })
  const at = services.clock.now()
  const link = readAgentLink(services.settings.supportSecret, host.brand, url.searchParams, at)
  if (typeof link === 'string') return refusalPage(link)
  // Whatever opens links before people do presses no button.
  if (request.method !== 'POST')
    return (await isSpent(services.db, link.id)) ? refusalPage('used') : askPage(link.agent)
  const account = await openAccount(services, host, link, at)
  if (typeof account === 'string') return refusalPage(account)
  return viewPage(
    host.brand,
    account.username,
    link.agent,
    at,
    await agentFacts(services, host.brand, account, at),
  )
}

async function openAccount(
  { db }: Services,
  { brand }: Host,
  link: AgentLink,
  at: Date,
): Promise<AccountFacts | 'gone' | 'staff' | 'used'> {
  return db.transaction().execute(async (trx) => {
    const account = await accountFacts(trx, link.memberId)
    if (account?.brand !== brand.id) return 'gone'
    if (account.staffSince !== null && link.agent !== OPERATOR) return 'staff'
    if (!(await spendLink(trx, link.id, at))) return 'used'
    await recordSupportAct(trx, brand, at, {
      action: 'view',
      subjectId: account.id,
      details: { agent: link.agent, link: link.id },
    })
    return account
  })
}
