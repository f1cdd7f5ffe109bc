import { beforeAll, beforeEach } from 'vitest'
import type { CallError } from '#api/client.ts'
import type { Given } from '#api/contract.ts'
import { publishText, writeDraft } from '#guests/texts/history/changes.contract.ts'
import { getText } from '#guests/texts/texts.contract.ts'
import { MINUTE } from '#lib/clock.ts'
import { forgetActs } from '#tests/support/acts.ts'
import { app, refusedWith, type Visitor, withApp } from '#tests/support/app.ts'
import { alice, type CastMember, eve, worksAs } from '#tests/support/cast.ts'

/** Who writes and publishes texts, and what they do with them. */

export let people: Record<'alice' | 'eve' | 'frank' | 'grace', CastMember>

/** Alice is a member, the others are staff; each test begins with the texts that ship. */
export function withWriters(): void {
  withApp()
  beforeAll(async () => {
    const publisher = (username: string) => worksAs(app, username, { brand: 'wivesnow' })
    people = {
      alice: await alice(app),
      eve: await eve(app),
      frank: await publisher('Frank'),
      grace: await publisher('Grace'),
    }
  })
  beforeEach(async () => {
    app.clock.advance(MINUTE)
    await app.db.deleteFrom('content_revisions').execute()
    await forgetActs(app.db)
    app.services.texts.publish([])
  })
}

export const textAt = (path: string, by: Visitor = people.eve, revision?: number) =>
  by.calls(getText, { query: { path, revision } })
export const editsText = (body: Given<typeof writeDraft>['body'], by: Visitor = people.eve) =>
  by.calls(writeDraft, { body })
export const changesSite = (body: Given<typeof publishText>['body'], by: Visitor = people.frank) =>
  by.calls(publishText, { body })
/** Returns the number of the draft. */
export const saves = async (
  text: { path: string; basis: number | null; [field: string]: unknown },
  by?: Visitor,
) => (await editsText({ act: 'save', ...text }, by)).revision ?? 0

export async function refusal(call: Promise<unknown>): Promise<CallError> {
  const error = await refusedWith(call)
  if (!error) throw new Error('was not refused')
  return error
}
