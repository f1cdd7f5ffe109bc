import { type Call, type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import type { Scope } from '#api/member.server.ts'
import type { Services } from '#api/services.server.ts'
import { usernamesOf } from '#core/accounts/usernames/usernames.sql.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import { assertLead } from '#core/staff-accounts/roles.server.ts'
import { rolesOf } from '#core/staff-accounts/roles.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import type { Job } from '#jobs/worker.server.ts'
import { DAY, later, MINUTE } from '#lib/clock.ts'
import { decryptBytes, ifOurs } from '#lib/encryption.server.ts'
import { inlinePicture } from '#members/photos/files/inline-picture.server.ts'
import { sweepFiles } from '#members/photos/files/sweep.server.ts'
import { sniff } from '#members/photos/upload/sniff.ts'
import {
  type Ask as AskRow,
  answerAsk,
  askById,
  asksOpenTo,
  insertAsk,
  openAsks,
} from './asks.sql.ts'
import {
  deletePictures,
  picturesDue,
  preservedById,
  preservedPictures,
  preservedThatExist,
} from './pictures.sql.ts'
import { askAboutCopy, getPreserved, openCopy } from './preserved.contract.ts'
import { ASK_FOR, OPEN_FOR, PRESERVED_PATH, preservedName, readPreservedName } from './preserved.ts'

const MOST_SHOWN = 50
const MOST_ASKS = 100
export const PRESERVED_JOB = 'preserved'

/** A copy decrypts under its own name alone. */
export function preservedPurpose(key: string): string {
  return `preserved picture ${key}`
}

/*
 * Acts here are recorded without a subject: what staff did about a member is shown in the member's
 * file to all of staff, and that a copy is kept is known to leads alone.
 */

const listHandler = handle(
  getPreserved,
  async ({ query, scope: { member }, services: { db }, at }) => {
    await assertLead(db, member.id)
    const found = await preservedPictures(db, {
      before: query.before,
      but: member.id,
      at,
      most: MOST_SHOWN + 1,
    })
    const shown = found.slice(0, MOST_SHOWN)
    const [waiting, open] = [await openAsks(db, at, MOST_ASKS), await asksOpenTo(db, member.id, at)]
    const names = await usernamesOf(db, [
      ...new Set([...shown.map(({ keptBy }) => keptBy), ...waiting.map(({ askedBy }) => askedBy)]),
    ])
    const nameOf = (staffId: number) => names.get(staffId) ?? 'somebody who has left'
    const own = waiting.filter(({ askedBy }) => askedBy === member.id)
    const asks = []
    for (const { id, pictureId, askedBy, reason, expiresAt } of waiting) {
      const copy = askedBy === member.id ? undefined : await preservedById(db, pictureId, at)
      if (!copy || copy.ownerId === member.id) continue
      const { decisionId, kind, lists, keptAt } = copy
      asks.push({
        id,
        decisionId,
        kind,
        lists,
        keptAt: keptAt.toISOString(),
        askedBy: nameOf(askedBy),
        reason,
        expiresAt: expiresAt.toISOString(),
      })
    }
    return {
      copies: shown.map(({ id, decisionId, kind, lists, keptBy, keptAt, deletedOn }) => ({
        id,
        decisionId,
        kind,
        lists,
        keptBy: nameOf(keptBy),
        keptAt: keptAt.toISOString(),
        deletedOn: deletedOn.toISOString(),
        ask: stateOf(
          open.find(({ pictureId }) => pictureId === id),
          own.find(({ pictureId }) => pictureId === id),
        ),
      })),
      next: found.length > MOST_SHOWN ? (shown.at(-1)?.id ?? null) : null,
      asks,
    }
  },
)

function stateOf(
  open: AskRow | undefined,
  waiting: AskRow | undefined,
): { id: number; state: 'waits' | 'open'; until: string } | null {
  if (open?.opensUntil) return { id: open.id, state: 'open', until: open.opensUntil.toISOString() }
  return waiting ? { id: waiting.id, state: 'waits', until: waiting.expiresAt.toISOString() } : null
}

/**
 * Throws `notFound` for one whose time is over, and `forbidden` for one of somebody's own pictures.
 */
async function copyFor(trx: Trx, { id, staffId, at }: { id: number; staffId: number; at: Date }) {
  const copy = await preservedById(trx, id, at)
  if (!copy)
    throw new ApiError('notFound', { detail: 'There is no such copy, or its year is over.' })
  if (copy.ownerId === staffId)
    throw new ApiError('forbidden', {
      detail: 'This is about your own account. It is for somebody else.',
    })
  return copy
}

type Ask = Call<typeof askAboutCopy>['body']

const askHandler = handle(askAboutCopy, async ({ body, scope, services }) => {
  await services.db.transaction().execute(async (trx) => {
    await assertLead(trx, scope.member.id)
    await (body.act === 'ask' ? ask(trx, scope, body) : answerTo(trx, scope, body))
  })
  return {
    ok: true as const,
    next: `${PRESERVED_PATH}?done=${body.act === 'ask' ? 'asked' : body.outcome}`,
  }
})

async function ask(
  trx: Trx,
  scope: Scope,
  { id, reason }: Extract<Ask, { act: 'ask' }>,
): Promise<void> {
  const { member, at } = scope
  const copy = await copyFor(trx, { id, staffId: member.id, at })
  const asked = await insertAsk(trx, {
    pictureId: id,
    reason,
    by: member.id,
    at,
    expiresAt: later(at, ASK_FOR),
  })
  if (asked === null)
    throw new ApiError('conflict', {
      detail: 'You have asked for this copy already. Another lead agrees, or refuses.',
    })
  await recordAct(trx, scope, {
    action: 'staff.askForCopy',
    subjectId: null,
    details: { copy: id, ask: asked, decision: copy.decisionId },
  })
}

async function answerTo(
  trx: Trx,
  scope: Scope,
  { id, outcome }: Extract<Ask, { act: 'answer' }>,
): Promise<void> {
  const { member, at } = scope
  const asked = await askById(trx, id)
  if (!asked) throw new ApiError('notFound', { detail: 'There is no such request.' })
  if (asked.askedBy === member.id)
    throw new ApiError('forbidden', {
      detail: 'You asked for this yourself. Another lead agrees to it.',
    })
  const copy = await copyFor(trx, { id: asked.pictureId, staffId: member.id, at })
  if (outcome === 'approved' && !(await rolesOf(trx, asked.askedBy)).includes('lead'))
    throw new ApiError('conflict', {
      detail: 'Whoever asked is no lead any more. Nothing was changed.',
    })
  const opensUntil = outcome === 'approved' ? later(at, OPEN_FOR) : null
  if (!(await answerAsk(trx, id, { outcome, by: member.id, at, opensUntil })))
    throw new ApiError('conflict', {
      detail:
        'This has ended already: it was answered, or its 72 hours are over. Nothing was changed.',
    })
  await recordAct(trx, scope, {
    action: 'staff.answerCopyAsk',
    subjectId: null,
    details: { copy: copy.id, ask: id, decision: copy.decisionId, outcome },
  })
}

const openHandler = handle(openCopy, async ({ body: { id }, scope, services, headers }) => {
  const { member, at } = scope
  headers.set('Cache-Control', 'no-store')
  // On record before it is read.
  const opened = await services.db.transaction().execute(async (trx) => {
    await assertLead(trx, member.id)
    const ask = await askById(trx, id)
    if (!ask) throw new ApiError('notFound', { detail: 'There is no such request.' })
    if (ask.askedBy !== member.id)
      throw new ApiError('forbidden', {
        detail: 'Somebody else asked for this. Ask yourself, with your own reason.',
      })
    if (ask.outcome === 'refused')
      throw new ApiError('conflict', { detail: 'Another lead has refused this.' })
    if (ask.opensUntil === null)
      throw new ApiError('conflict', { detail: 'No other lead has agreed to this yet.' })
    if (ask.opensUntil <= at)
      throw new ApiError('conflict', {
        detail: 'The hour in which you could look is over. You can ask again.',
      })
    const copy = await copyFor(trx, { id: ask.pictureId, staffId: member.id, at })
    await recordAct(trx, scope, {
      action: 'staff.openCopy',
      subjectId: null,
      details: { copy: copy.id, ask: id, decision: copy.decisionId },
    })
    return { ...copy, until: ask.opensUntil }
  })
  const { decisionId, kind, lists, until } = opened
  return {
    src: await pictureOf(services, opened.key),
    decisionId,
    kind,
    lists,
    until: until.toISOString(),
  }
})

async function pictureOf(
  { photoFiles, settings, log }: Pick<Services, 'photoFiles' | 'settings' | 'log'>,
  key: string,
): Promise<string> {
  const file = await photoFiles.read(preservedName(key))
  const bytes =
    file && ifOurs(() => decryptBytes(file, settings.sessionSecret, preservedPurpose(key)))
  if (bytes === null) {
    log.error(
      { isMissing: file === null },
      'the file of a kept copy is missing, or cannot be decrypted',
    )
    throw new ApiError('notFound', {
      detail: 'The file of this copy is missing, or cannot be decrypted. Please tell the operator.',
    })
  }
  return inlinePicture(bytes, sniff(bytes).kind === 'jpeg' ? 'jpeg' : 'webp')
}

export const preservedHandlers: Handler[] = [listHandler, askHandler, openHandler]

const DUE_AT_ONCE = 50

/**
 * Deletes copies whose year is over, and those of decisions that never took effect, with what was
 * asked about them.
 */
export const preservedJob: Job = {
  name: PRESERVED_JOB,
  period: MINUTE,
  start: ({ db, clock, photoFiles }) => ({
    async run(stopping) {
      while (!stopping.aborted) {
        const keys = await picturesDue(db, clock.now(), DUE_AT_ONCE)
        if (keys.length === 0) return
        // Files first, so that a row says what is left to do.
        await photoFiles.remove(keys.map(preservedName))
        await deletePictures(db, keys)
      }
    },
  }),
}

const isSwept = (name: string) => readPreservedName(name.replace(/\.part$/, '')) !== null

/** Removes files that a decision left which was never recorded. */
export const preservedSweepJob: Job = {
  name: 'preservedSweep',
  period: DAY,
  start: (services) => ({
    run: (stopping) => sweepFiles(services, stopping, { isSwept, remove: removeOrphans }),
  }),
}

async function removeOrphans(
  { db, log, photoFiles }: Services,
  names: readonly string[],
): Promise<void> {
  const known = await preservedThatExist(
    db,
    names.flatMap((name) => readPreservedName(name) ?? []),
  )
  const orphans = names.filter((name) => !known.has(readPreservedName(name) ?? ''))
  if (orphans.length === 0) return
  await photoFiles.remove(orphans)
  log.info({ files: orphans.length }, 'files of copies without a row removed')
}
