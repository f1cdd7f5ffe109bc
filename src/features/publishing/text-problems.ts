import { ApiError } from '../../api/errors.ts'
import type { Source, TextProblem } from '../../content/source.ts'
import { errorsAt } from './text-form.ts'

const MOST_SAID = 5

/** What a writer is told of a text that cannot be published: each problem with its file and line. */
export function textProblems(problems: readonly TextProblem[]): ApiError {
  const said = problems.slice(0, MOST_SAID).map(({ path, line, message }) => `${path}, line ${line}: ${message}.`)
  const more = problems.length > MOST_SAID ? ` And ${problems.length - MOST_SAID} more.` : ''
  return new ApiError('invalid', {
    detail: `This cannot be published as it is. ${said.join(' ')}${more}`,
    errors: problems.map(({ path, line, message }) => ({ field: `${path}:${line}`, message })),
  })
}

/** The same for whoever wrote it in a form: at its field, where it is of one. */
export function formProblems(written: Source, problems: readonly TextProblem[]): ApiError {
  const { errors, others } = errorsAt(written, problems)
  if (others.length > 0) return textProblems(others)
  return new ApiError('invalid', { errors })
}
