import { type Handler, handle } from '../../../api/router.server.ts'
import { listLooks } from './accesses.contract.ts'
import { looksAt } from './accesses.sql.ts'

const listHandler = handle(listLooks, async ({ scope, services }) => ({
  looks: await looksAt(services.db, scope.member.id, scope.at),
}))

export const lookHandlers: Handler[] = [listHandler]
