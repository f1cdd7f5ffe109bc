import { ApiError } from '#api/errors.ts'
import type { Source, TextProblem } from '#content/source.ts'
import { errorsAt } from './text-form.ts'

const MAX_SAID = 5

export function textProblems(problems: readonly TextProblem[]): ApiError {
  const said = problems
    .slice(0, MAX_SAID)
    .map(({ path, line, message }) => `${path}, line ${line}: ${message}.`)
  const more = problems.length > MAX_SAID ? ` And ${problems.length - MAX_SAID} more.` : ''
  return new ApiError('invalid', {
    detail: `This cannot be published as it is. ${said.join(' ')}${more}`,
    errors: problems.map(({ path, line, message }) => ({ field: `${path}:${line}`, message })),
  })
}

export function formProblems(written: Source, problems: readonly TextProblem[]): ApiError {
  const { errors, others } = errorsAt(written, problems)
  if (others.length > 0) return textProblems(others)
  return new ApiError('invalid', { errors })
}
