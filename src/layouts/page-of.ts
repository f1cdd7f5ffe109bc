type Page = { locals: App.Locals }

/** What a page of a signed-in member works with; the front door lets nobody else come to one. */
export function memberPage({ locals: { brand, host, member, api, viewer } }: Page) {
  if (!brand || !host || !member || !api || !viewer) throw new Error('a page of members without a member')
  return { brand, host, member, api, viewer }
}

/** The same for a page of the people who run the network, who may still have their second factor to give. */
export function staffPage({ locals: { brand, member, api } }: Page) {
  if (!brand || !api || !member || member.staff === 'no') throw new Error('a page of staff without staff')
  return { brand, member, api }
}

/** The same for the page of a refused form: who posted it, what was typed, and what was wrong. */
export function refusedForm({ locals: { brand, member, formAnswer } }: Page) {
  if (!brand || !formAnswer) throw new Error('a form page without a refused form')
  return { brand, member, values: formAnswer.values, problem: formAnswer.problem }
}
