import type { Problem } from '../api/errors.ts'
import type { Member } from '../api/session.server.ts'
import type { Brand } from '../sites/site.ts'
import type { FormValues } from '../ui/form-answer.ts'

/** What the page of a refused form shows: who posted it, what was typed, and what was wrong. */
export function refusedForm({ locals: { brand, member, formAnswer } }: { locals: App.Locals }): { brand: Brand; member: Member | null; values: FormValues; problem: Problem } {
  if (!brand || !formAnswer) throw new Error('a form page without a refused form')
  return { brand, member: member ?? null, values: formAnswer.values, problem: formAnswer.problem }
}
