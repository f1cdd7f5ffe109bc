import { type Endpoint, errorsOf } from '#api/contract.ts'
import type { ErrorCode } from '#api/errors.ts'

export async function assertDocumented(
  endpoints: readonly Endpoint[],
  method: string,
  path: string,
  answer: Response,
): Promise<void> {
  if (answer.headers.get('Content-Type') !== 'application/problem+json') return
  const endpoint = endpoints.find(
    (one) => one.method.toUpperCase() === method && patternOf(one.path).test(path),
  )
  if (!endpoint) return
  const { code } = (await answer.clone().json()) as { code: ErrorCode }
  if (!errorsOf(endpoint).includes(code))
    throw new Error(`${method} ${endpoint.path} answered ${code}, which its contract does not say`)
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}(/index)?$`)
}
