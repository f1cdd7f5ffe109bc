import { type Handler, handle } from '../../../api/call.server.ts'
import { listAccesses } from './accesses.contract.ts'
import { looksAt } from './accesses.sql.ts'

const listHandler = handle(listAccesses, async ({ scope, services }) => ({
  looks: await looksAt(services.db, scope.member.id, scope.at),
}))

export const accessHandlers: Handler[] = [listHandler]
