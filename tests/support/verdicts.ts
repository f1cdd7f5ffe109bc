import { allJobs } from '../../src/app.server.ts'
import { UNDO_FOR } from '../../src/features/core/tasks/verdicts.ts'
import type { TestApp } from './app.ts'

type Parts = Pick<TestApp, 'clock' | 'services'>

export async function verdictsRun({ services }: Parts): Promise<void> {
  await allJobs
    .find(({ name }) => name === 'verdicts')
    ?.start(services)
    .run(new AbortController().signal)
}

/** The ten seconds pass in which staff can take a verdict back, and the worker runs. */
export async function verdictsTakeEffect(app: Parts): Promise<void> {
  app.clock.advance(UNDO_FOR)
  await verdictsRun(app)
}
