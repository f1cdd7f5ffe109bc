type Page = { locals: App.Locals }

/** Returns a member page's data; the front door admits only signed-in members. */
export function memberPage({ locals: { brand, host, member, api, viewer } }: Page) {
  if (!brand || !host || !member || !api || !viewer)
    throw new Error('a page of members without a member')
  return { brand, host, member, api, viewer }
}

/** Returns the data of a page that may stand in a locked session’s place. */
export function lockedPage({
  locals: { brand, api, path = '/', formAnswer = null, session = null },
}: Page) {
  if (!brand || !api) throw new Error('a lock without a brand')
  return { brand, api, path, formAnswer, session }
}

/** Returns a staff page's data; the second factor may still be missing. */
export function staffPage({ locals: { brand, member, api } }: Page) {
  if (!brand || !api || !member || member.staff === 'no')
    throw new Error('a page of staff without staff')
  return { brand, member, api, isProven: member.staff === 'proven' }
}

/** Finds the answer to a form of the page by its name: one posted without script and refused. */
export function refusedOn({ locals: { formAnswer = null } }: Page) {
  return (form: string) => (formAnswer?.form === form ? formAnswer : null)
}

/** Returns the data of a refused form's page: who posted it, the typed values and the errors. */
export function refusedForm({ locals: { brand, member, formAnswer } }: Page) {
  if (!brand || !formAnswer) throw new Error('a form page without a refused form')
  return { brand, member, values: formAnswer.values, problem: formAnswer.problem }
}
