import { cutUnderLoad, SHORT } from './cut.ts'
import type { Fault } from './fault.ts'

export const fault: Fault = (size) =>
  cutUnderLoad(
    size === 'short' ? SHORT : { cuts: 100, restarts: 0, rate: 200, writers: 64, after: 6000 },
    size,
  )
