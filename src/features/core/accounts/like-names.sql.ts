import { type RawBuilder, sql } from 'kysely'
import { foldName } from '../../../lib/folding.ts'
import { lookOf } from '../../../lib/look-alikes.ts'

export const joinedLook = sql<string>`translate(username_look, '_-', '')`

export function joinedLookOf(username: string): string {
  return lookOf(username).replaceAll(/[_-]/g, '')
}

/** Whether the name of a row of `accounts` or `former_usernames` is this one, looks like it, or does but for dashes and underscores. */
export function isLikeName(username: string): RawBuilder<boolean> {
  return sql<boolean>`(username_key = ${foldName(username)} or username_look = ${lookOf(username)} or ${joinedLook} = ${joinedLookOf(username)})`
}
