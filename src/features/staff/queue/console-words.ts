import { policyOf, severityTable } from '../decisions/decisions.ts'
import { refusalReasons } from '../decisions/statements/refusal-reasons.ts'

/** What to say of what was done, by the `done` of the page's address. */
export const saidOfDone: Readonly<Partial<Record<string, string>>> = {
  approved: 'The photo is approved. That takes effect in ten seconds.',
  refused:
    'The photo is refused. That takes effect, and its owner gets the reasons, in ten seconds.',
  undone: 'The decision is taken back. Here is the task again.',
  decided: 'It is decided. That takes effect, and whoever it concerns is told, in ten seconds.',
  several:
    'They are decided, each by itself. That takes effect, and whoever they concern is told, in ten seconds.',
  severalSecond:
    'They are decided. In ten seconds, a second person is asked to agree to those that need one; the others take effect.',
  undoneSeveral: 'They are taken back, and wait again, in nobody’s hands.',
  second:
    'In ten seconds, a second person is asked to agree. Until then the account stays closed, and the member waits.',
  removed:
    'The photos are removed, and copies of them hidden, in ten seconds. Whoever asked learns of it by mail then; whose photo it was has the reasons, and can object.',
  refusedRemoval:
    'The request is refused. Whoever asked learns the reason by mail, in ten seconds.',
  approvedPose:
    'The photo check is approved. In ten seconds the member learns of it by mail, and the photo is deleted.',
  refusedPose:
    'The photo check is refused. In ten seconds the member learns of it by mail, and the photo is deleted.',
}

/** Why a photo is refused, and what that counts. */
export const photoReasons = refusalReasons.map(({ value, label, policy, severity }) => ({
  value,
  label,
  hint:
    policyOf(policy).counts === false
      ? 'counts nothing'
      : `counts ${severityTable[severity].weight}`,
}))
