import { type RawBuilder, sql } from 'kysely'
import { foldName } from '#lib/folding.ts'
import { nameLookOf } from '#lib/look-alikes.ts'

/** Whether the name of a row of `accounts` or `former_usernames` is this one, or looks like it. */
export function isLikeName(username: string): RawBuilder<boolean> {
  return sql<boolean>`(username_key = ${foldName(username)} or username_look = ${nameLookOf(username)})`
}
