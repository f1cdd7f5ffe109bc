import { ApiError } from '../../api/errors.ts'
import type { TextProblem } from '../../content/source.ts'

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
