import { type Kysely, sql } from 'kysely'

/**
 * Two members linked as partners: one invites, the other accepts. One row for both directions. A declined invitation
 * stays, so that it cannot be repeated and the one who invited does not learn of it; `withdrawn_at` is set where they
 * take such a one back.
 */
const statements = [
  `create table partner_links (
    inviter_id bigint not null references accounts on delete cascade,
    invitee_id bigint not null references accounts on delete cascade,
    invited_at timestamptz not null,
    accepted_at timestamptz,
    declined_at timestamptz,
    withdrawn_at timestamptz,
    primary key (inviter_id, invitee_id),
    check (inviter_id <> invitee_id),
    check (accepted_at is null or (declined_at is null and withdrawn_at is null))
  )`,
  `create unique index partner_links_pair on partner_links (least(inviter_id, invitee_id), greatest(inviter_id, invitee_id))`,
  `create index partner_links_invitee on partner_links (invitee_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
