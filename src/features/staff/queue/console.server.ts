import { type Handler, handle } from '#api/call.server.ts'
import { ApiError } from '#api/errors.ts'
import type { Services } from '#api/services.server.ts'
import { contactsOf } from '#core/accounts/standing/account-status.sql.ts'
import { recordAccesses } from '#core/audit/accesses.sql.ts'
import { recordAct } from '#core/audit/audit.sql.ts'
import { profileForStaff } from '#core/people/edit/edit-profile.sql.ts'
import { deskOf } from '#core/staff-accounts/queues.ts'
import { assertOpenTo } from '#core/staff-accounts/roles.server.ts'
import { openQueues } from '#core/staff-accounts/roles.sql.ts'
import { queueLoads } from '#core/tasks/figures.sql.ts'
import { holdersOf, leftFor, taskHeldBy } from '#core/tasks/leases.sql.ts'
import { brandLoads } from '#core/tasks/lists.sql.ts'
import { noteWork, shiftOf, takenFrom } from '#core/tasks/shifts.sql.ts'
import { taskById, type TaskRow } from '#core/tasks/tasks.sql.ts'
import { isPauseDue, isPictureQueue, pictureIn, withoutHard } from '#core/tasks/tasks.ts'
import { ageOn } from '#lib/clock.ts'
import { sentPictures } from '#members/messages/sent-pictures.server.ts'
import { inlinePicture } from '#members/photos/files/inline-picture.server.ts'
import { findingsOf } from '#members/photos/hashes/findings.sql.ts'
import { presentedFindings } from '#members/photos/hashes/presented-findings.server.ts'
import { nameForStaff } from '#members/photos/photos.ts'
import { photoStates, photoToJudge } from '#members/photos/review.sql.ts'
import { brands } from '#sites/registry.ts'
import { decide } from '../decisions/decisions.server.ts'
import { refusalOf } from '../decisions/statements/refusal-reasons.ts'
import { takeNext } from '../desk/task.server.ts'
import { getFraudPage, getQueue, judgeNewPhoto } from './console.contract.ts'

const deskHandler = handle(getFraudPage, async ({ scope: { member, at }, services: { db } }) => {
  const [open, shift] = await Promise.all([openQueues(db, member.id), shiftOf(db, member.id, at)])
  const { hidesHard } = shift
  const shown = withoutHard(open, hidesHard)
  const [figures, due] = await Promise.all([
    queueLoads(db, shown, { at, hidesHard }),
    brandLoads(
      db,
      shown,
      brands.map(({ id }) => id),
      { staffId: member.id, hidesHard },
    ),
  ])
  return {
    queues: figures.map((one) => ({
      ...one,
      oldest: one.oldest?.toISOString() ?? null,
      nextDue: one.nextDue?.toISOString() ?? null,
    })),
    due: due
      .toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
      .map((one) => ({ ...one, dueAt: one.dueAt.toISOString() })),
    decided: shift.decided,
    since: shift.beganAt.toISOString(),
    isPauseDue: isPauseDue(shift, at),
    hidesHard,
  }
})

const queueHandler = handle(getQueue, async ({ params: { queue }, scope, services }) => {
  const { member, at } = scope
  const { db } = services
  await assertOpenTo(db, member.id, queue)
  const [shift, task, holders, takesFrom] = await Promise.all([
    shiftOf(db, member.id, at),
    taskHeldBy(db, queue, member.id, at),
    holdersOf(db, queue, { but: member.id, at }),
    takenFrom(db, member.id, queue),
  ])
  const { hidesHard } = shift
  const [[figures], held, left] = await Promise.all([
    queueLoads(db, withoutHard([queue], hidesHard), { at, hidesHard }),
    task ? presented(services, task, at) : null,
    leftFor(db, takesFrom, { staffId: member.id, hidesHard, at }),
  ])
  if (isPictureQueue(queue) && task?.account_id != null) {
    const seen = new Set([
      task.account_id,
      ...(held?.photo?.findings.flatMap(({ other }) => other?.accountId ?? []) ?? []),
    ])
    await recordAccesses(
      db,
      scope,
      [...seen].map((subjectId) => ({
        subjectId,
        what: 'photos' as const,
        why: { task: task.id },
      })),
    )
  }
  return {
    open: figures?.open ?? 0,
    oldest: figures?.oldest?.toISOString() ?? null,
    takesFrom,
    others: [...(await contactsOf(db, holders)).values()].map(({ username }) => username),
    ...left,
    decided: shift.decided,
    isPauseDue: isPauseDue(shift, at),
    held,
  }
})

async function presented(services: Services, task: TaskRow, at: Date) {
  const { db } = services
  const { account_id: aboutId } = task
  const [member, photos, photo] = await Promise.all([
    aboutId === null ? null : memberOfTask(services, aboutId, at),
    aboutId === null
      ? { approved: 0, waiting: 0, refused: 0 }
      : photoStates(db, aboutId).executeTakeFirstOrThrow(),
    pictured(services, task),
  ])
  return {
    id: task.id,
    brand: task.brand,
    openedAt: task.opened_at.toISOString(),
    dueAt: task.due_at.toISOString(),
    until: (task.leased_until ?? at).toISOString(),
    member,
    photos,
    hit: task.queue === 'fraud' ? task.subject_id : null,
    photo,
  }
}

async function pictured(services: Services, { queue, subject_id: subjectId }: TaskRow) {
  const kind = pictureIn(queue)
  if (kind === null) return null
  return kind === 'photo' ? pictureOf(services, subjectId) : sentPicture(services, kind, subjectId)
}

async function memberOfTask({ db }: Services, id: number, at: Date) {
  const username = (await contactsOf(db, [id])).get(id)?.username
  if (username === undefined) return null
  const profile = await profileForStaff(db, id)
  if (!profile) return { id, username, age: null, gender: null, headline: '', about: '' }
  const { birthday, gender, headline, about } = profile
  return { id, username, age: ageOn(birthday, at), gender, headline, about }
}

async function pictureOf(services: Services, photoId: number) {
  const photo = await photoToJudge(services.db, photoId)
  if (!photo) return null
  const { key, description, isPrivate, rules, isCompared } = photo
  const [src, findings] = await Promise.all([
    sourceOf(services, nameForStaff(photo)),
    findingsOf(services.db, photoId).then((rows) => presentedFindings(services, rows)),
  ])
  return { src, key, kind: 'photo' as const, description, isPrivate, rules, isCompared, findings }
}

async function sourceOf({ photoFiles }: Services, name: string): Promise<string | null> {
  const bytes = await photoFiles.read(name)
  return bytes && inlinePicture(bytes)
}

async function sentPicture(services: Services, kind: keyof typeof sentPictures, id: number) {
  const { waiting, file } = sentPictures[kind]
  const photo = await waiting(services.db, id)
  if (!photo) return null
  const others = await Promise.all(
    photo.findings.map(async ({ otherPhotoId }) =>
      otherPhotoId === null ? undefined : photoToJudge(services.db, otherPhotoId),
    ),
  )
  const rows = photo.findings.map((finding, index) => ({
    ...finding,
    foundAt: new Date(finding.at),
    otherAccountId: others[index]?.ownerId ?? null,
  }))
  const [src, findings] = await Promise.all([
    sourceOf(services, file(photo.key)),
    presentedFindings(services, rows),
  ])
  return {
    src,
    key: photo.key,
    kind,
    description: '',
    isPrivate: true,
    rules: photo.rules,
    isCompared: photo.isCompared,
    findings,
  }
}

const judgeHandler = handle(
  judgeNewPhoto,
  async ({ body: { id, key, verdict }, scope, services }) => {
    const { member, at } = scope
    const refusal = refusalOf(verdict)
    const judged = await services.db.transaction().execute(async (trx) => {
      await noteWork(trx, member.id, at)
      const task = await taskById(trx, id)
      if (!task || !isPictureQueue(task.queue) || task.account_id === null)
        throw new ApiError('notFound', 'There is no such task.')
      const about = pictureIn(task.queue) ?? 'photo'
      const { policy, severity } = refusal ?? ({ policy: 'none', severity: 'low' } as const)
      const made = await decide(
        services,
        trx,
        { staffId: member.id, at },
        {
          accountId: task.account_id,
          act: refusal ? 'hidePhoto' : 'none',
          policy,
          severity,
          days: null,
          scope: 'network',
          brand: task.brand,
          taskId: id,
          subject: { kind: about, id: task.subject_id },
          photoKey: key,
          note: refusal?.sentence ?? '',
          internalNote: '',
          automated: false,
        },
      )
      await recordAct(trx, scope, {
        action: 'staff.decide',
        subjectId: task.account_id,
        details: {
          decision: made.id,
          [about === 'viewOnce' ? 'message' : about]: task.subject_id,
          verdict,
        },
      })
      return { id: made.id, queue: await takeNext(trx, scope, task.queue) }
    })
    return {
      ok: true as const,
      next: `${deskOf(judged.queue)}?done=${refusal ? 'refused' : 'approved'}&undo=${judged.id}`,
    }
  },
)

export const consoleHandlers: Handler[] = [deskHandler, queueHandler, judgeHandler]
