import { DAY } from '#lib/clock.ts'
import { contactJob } from '#members/reports/contacts/contact-effects.server.ts'
import type { TestApp } from './app.ts'

/** Until all addresses that were blocked by now hide their owners. */
export async function blocksTakeEffect(app: TestApp): Promise<void> {
  app.clock.advance(2 * DAY)
  await contactJob.start(app.services).run(new AbortController().signal)
}
