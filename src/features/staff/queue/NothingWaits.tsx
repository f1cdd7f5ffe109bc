import { EmptyState } from '#ui/EmptyState.tsx'

/** Where nothing waits for whoever looks, or only what is hard, and left by them to others. */
export function NothingWaits({ leavesHard }: { leavesHard: boolean }) {
  return leavesHard ? (
    <EmptyState icon="eye" title="Only hard tasks are waiting" action={<LeavesHard />} />
  ) : (
    <EmptyState icon="check" title="Nothing is waiting">
      Everything here is decided.
    </EmptyState>
  )
}

export function LeavesHard() {
  return (
    <p>
      Hard tasks wait that you leave to others for now. <a href="/staff#hard">Change that</a>
    </p>
  )
}
