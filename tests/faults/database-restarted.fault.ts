import { cutUnderLoad, SHORT } from './cut.ts'
import type { Fault } from './fault.ts'

export const fault: Fault = (size) =>
  cutUnderLoad(
    size === 'short' ? SHORT : { cuts: 0, restarts: 5, rate: 200, writers: 64, after: 8000 },
    size,
  )
