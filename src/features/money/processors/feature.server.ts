import type { Feature } from '#api/feature.ts'
import type { Receive } from './processor.ts'
import { kinds } from './processors.server.ts'

export function processors(receive: Receive): Feature {
  const all = Object.values(kinds)
  return {
    room: 'money/processors',
    handlers: all.flatMap(({ handlers }) => handlers(receive)),
    jobs: all.flatMap(({ jobs }) => jobs?.(receive) ?? []),
    doors: all.flatMap(({ doors }) => doors ?? []),
  }
}
