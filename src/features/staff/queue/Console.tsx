import { lazy, type ReactNode, type SubmitEvent, Suspense, useEffect, useRef } from 'react'
import { useKeys } from '#core/accounts/on-screen/use-keys.ts'
import { waitInWords } from '#lib/waits.ts'
import { withBoundary } from '#ui/Boundary.tsx'
import { Button } from '#ui/Button.tsx'
import { wordsOfDone } from '#ui/done.ts'
import { useFocus } from '#ui/use-focus.ts'
import { useSeeded } from '#ui/use-seeded.ts'
import { release, take } from '../desk/desk.store.ts'
import { DeskBar } from '../desk/DeskBar.tsx'
import type { PictureReasons } from '../desk/PictureVerdict.tsx'
import { Veiled } from '../desk/Veiled.tsx'
import { $shown, advise, close, seedConsole, type ConsoleView } from './console.store.ts'
import { LeavesHard, NothingWaits } from './NothingWaits.tsx'
import { PhotoTask } from './PhotoTask.tsx'
import { PhotoView } from './PhotoView.tsx'
import styles from './Console.module.css'

type Props = {
  shown: ConsoleView
  brandNames: Readonly<Record<string, string>>
  /** Why what was posted was not done. */
  problem: string | null
  /** Whether what it rests on has pictures that are held to see them. */
  isVeiled: boolean
  /** Of a task that is about nobody of ours. */
  heading?: string | null
  /**
   * What to say of what was done; why a picture is refused. Words come with the page, and not as
   * script.
   */
  said: Readonly<Partial<Record<string, string>>>
  reasons: PictureReasons
  /** What the page’s task rests on: its picture, or what a report kept. */
  children?: ReactNode
  /** The form of a decision about it. */
  form?: ReactNode
}

/** Of a task that came in the place of the page’s own. */
const DecisionForm = lazy(async () => ({
  default: (await import('../decisions/deciding/DecisionForm.tsx')).DecisionForm,
}))
const actsOnPhoto = ['hidePhoto', 'warn', 'limit', 'suspend', 'ban'] as const

/**
 * One task of a queue at a time: what it is about, and what can be decided, each by a key as well.
 */
export const Console = withBoundary(Region)

function Region({
  shown: first,
  brandNames,
  problem,
  isVeiled,
  heading = null,
  said,
  reasons,
  children,
  form,
}: Props) {
  const shown = useSeeded($shown, first, seedConsole) ?? first
  const { queue, words, isInPlace, room, done, undoable, now } = shown
  const { held } = room
  const [place, toPlace] = useFocus<HTMLDivElement>()
  const id = held?.id ?? null
  const seen = useRef(id)
  useEffect(() => {
    if (id !== seen.current) toPlace()
    seen.current = id
  }, [id])
  const notice = problem !== null && shown === first ? undefined : wordsOfDone(done, said)
  return (
    <>
      {problem === null || shown !== first ? null : (
        <p className="notice notice-danger" role="alert">
          {problem}
        </p>
      )}
      <DeskBar
        queue={queue}
        takesFrom={room.takesFrom}
        task={id}
        judgesPictures={isInPlace || queue === 'poses'}
        takesAgain={isAllSkipped(room)}
        notice={notice ?? null}
        undoable={notice === undefined ? null : undoable}
      />
      {room.isPauseDue ? (
        <p className="notice notice-info">
          You have decided {room.decided} without a pause. Please take one: after a quarter of an
          hour away, this count begins anew.
        </p>
      ) : null}
      <p className="muted">
        {room.open === 0 ? words.title : room.open === 1 ? words.one : `${room.open} ${words.many}`}
        {room.oldest === null
          ? '.'
          : `, the oldest for ${waitInWords(new Date(room.oldest), new Date(now))}.`}{' '}
        {room.others.length === 0
          ? null
          : `At work here, too: ${new Intl.ListFormat('en').format(room.others)}.`}
      </p>
      <div ref={place} className={styles['place']} tabIndex={-1}>
        {held === null ? (
          <Next shown={shown} />
        ) : (
          <Task
            key={held.id}
            {...{ shown, held, brandNames, isVeiled, heading, reasons }}
            own={shown === first ? { evidence: children, form } : null}
          />
        )}
      </div>
    </>
  )
}

/** Where one holds nothing: takes the next, or says why there is none. */
function Next({ shown: { room } }: { shown: ConsoleView }) {
  if (room.open === 0 && !room.isAnyFree && room.skipped === 0)
    return <NothingWaits leavesHard={room.leavesHard} />
  const isSkipped = isAllSkipped(room)
  return (
    <form
      className="stack"
      method="post"
      action="/staff/task"
      onSubmit={(event) => {
        event.preventDefault()
        void take(room.takesFrom, isSkipped)
      }}
    >
      <input type="hidden" name="act" value="take" />
      {room.takesFrom.map((from) => (
        <input key={from} type="hidden" name="queues" value={from} />
      ))}
      {isSkipped ? <input type="hidden" name="again" value="yes" /> : null}
      <p>
        {isSkipped
          ? room.skipped === 1
            ? 'You have skipped the one that is left: within the hour it waits for somebody else. You can look at it again.'
            : `You have skipped all ${room.skipped} that are left: within the hour they wait for somebody else. You can look at them again.`
          : room.isAnyFree
            ? 'You hold a task for five minutes, longer while this page is open. Nobody else gets it meanwhile.'
            : 'All that waits is in the hands of others, or not for you.'}
      </p>
      {room.isAnyFree || !room.leavesHard ? null : <LeavesHard />}
      <p>
        <Button type="submit">
          {isSkipped ? 'Look at what I skipped' : 'Take the next'} <kbd>N</kbd>
        </Button>
      </p>
    </form>
  )
}

function isAllSkipped({ isAnyFree, skipped }: ConsoleView['room']): boolean {
  return !isAnyFree && skipped > 0
}

type Held = NonNullable<ConsoleView['room']['held']>
type TaskProps = Required<Pick<Props, 'brandNames' | 'isVeiled' | 'heading' | 'reasons'>> & {
  shown: ConsoleView
  held: Held
  /** Of the task that the page came with. */
  own: { evidence: ReactNode; form: ReactNode } | null
}

function Task({ shown, held, brandNames, isVeiled, heading, reasons, own }: TaskProps) {
  const { queue, advice, formKey, now } = shown
  const { photo, member } = held
  const at = new Date(now)
  const minutes = Math.max(1, Math.round((Date.parse(held.until) - at.getTime()) / 60_000))
  const noBreach = queue === 'reports' ? 'No breach of our rules' : 'Nothing wrong'
  return (
    <article className={`stack ${styles['task']}`} aria-labelledby="task-title" data-task={held.id}>
      <header className="stack">
        <h2 id="task-title">
          {heading !== null ? (
            heading
          ) : member ? (
            <>
              <a href={`/staff/member/${member.id}`}>{member.username}</a>,{' '}
              {member.age === null ? 'of staff' : `${member.age}, ${member.gender}`}
            </>
          ) : (
            'A member who left'
          )}
        </h2>
        <p className="muted">
          {brandNames[held.brand] ?? held.brand} · waits for{' '}
          {waitInWords(new Date(held.openedAt), at)}
          {Date.parse(held.dueAt) < at.getTime() ? <strong> · overdue</strong> : null} · yours for{' '}
          {minutes === 1 ? 'one more minute' : `${minutes} more minutes`} · photos:{' '}
          {held.photos.approved} approved, {held.photos.waiting} waiting, {held.photos.refused}{' '}
          refused
        </p>
      </header>
      {photo === null ? (
        <>
          {isVeiled ? <Veiled task={held.id}>{own?.evidence}</Veiled> : own?.evidence}
          {queue === 'reports' || queue === 'fraud' ? (
            <>
              <NoBreach taskId={held.id} words={noBreach} />
              <section className="stack" aria-labelledby="breach-title">
                <h2 id="breach-title">A breach of our rules</h2>
                {own?.form}
              </section>
            </>
          ) : (
            own?.form
          )}
        </>
      ) : (
        <div className={styles['columns']}>
          <Veiled task={held.id}>{own?.evidence ?? <PhotoView photo={photo} />}</Veiled>
          <div className="stack">
            <PhotoTask queue={queue} taskId={held.id} photo={photo} reasons={reasons} />
            <details onToggle={() => void (own || advise())}>
              <summary>Something graver, or in other words</summary>
              <p className="muted">Whatever you choose here, the photo is refused with it.</p>
              {own?.form}
              <Suspense>
                {own || !advice ? null : (
                  <DecisionForm
                    {...{ taskId: held.id, formKey, advice, allowed: actsOnPhoto }}
                    photoKey={photo.key}
                  />
                )}
              </Suspense>
            </details>
          </div>
        </div>
      )}
      <Release queue={queue} taskId={held.id} />
    </article>
  )
}

function NoBreach({ taskId, words }: { taskId: number; words: string }) {
  useKeys({ a: () => void close(taskId) })
  return (
    <form
      method="post"
      action="/staff/decide"
      onSubmit={(event) => {
        event.preventDefault()
        void close(taskId)
      }}
    >
      <input type="hidden" name="taskId" value={taskId} />
      <input type="hidden" name="act" value="none" />
      <Button type="submit" variant="quiet">
        {words} <kbd>A</kbd>
      </Button>
    </form>
  )
}

/** Gives back the task that one holds: to go on with another one, or to stop. */
function Release({ queue, taskId }: { queue: ConsoleView['queue']; taskId: number }) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent
    const skips = submitter instanceof HTMLButtonElement && submitter.value === 'yes'
    void release(queue, taskId, skips)
  }
  return (
    <form className="cluster" method="post" action="/staff/task" onSubmit={submit}>
      <input type="hidden" name="act" value="release" />
      <input type="hidden" name="queue" value={queue} />
      <input type="hidden" name="id" value={taskId} />
      <Button type="submit" variant="quiet" size="small" name="skip" value="yes">
        Skip <kbd>S</kbd>
      </Button>
      <Button type="submit" variant="quiet" size="small" name="skip" value="no">
        Give back, and stop
      </Button>
    </form>
  )
}
