import { type Handler, handle } from '#api/call.server.ts'
import { listAccesses } from './accesses.contract.ts'
import { accessesOf } from './accesses.sql.ts'

const listHandler = handle(listAccesses, async ({ scope, services }) => ({
  looks: await accessesOf(services.db, scope.member.id, scope.at),
}))

export const accessHandlers: Handler[] = [listHandler]
