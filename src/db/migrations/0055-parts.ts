import { type Kysely, sql } from 'kysely'

/**
 * What of a profile is liked, and what a message is about: a photo or an answer. Their ids refer to rows that may be
 * gone; a message keeps the words of an answer, which belong to `owner_id`.
 */
const statements = [
  `create table liked_parts (
    liker_id bigint not null,
    liked_id bigint not null,
    photo_id bigint not null default 0,
    prompt_id bigint not null default 0,
    created_at timestamptz not null,
    primary key (liker_id, liked_id, photo_id, prompt_id),
    foreign key (liker_id, liked_id) references likes (liker_id, liked_id) on delete cascade,
    check ((photo_id = 0) <> (prompt_id = 0))
  )`,
  `create table message_quotes (
    message_id bigint primary key references messages on delete cascade,
    owner_id bigint not null,
    photo_id bigint,
    prompt_id bigint,
    question text,
    answer text,
    check ((photo_id is null) <> (prompt_id is null)),
    check ((prompt_id is null) = (question is null) and (question is null) = (answer is null))
  )`,
  `create index message_quotes_owner on message_quotes (owner_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
