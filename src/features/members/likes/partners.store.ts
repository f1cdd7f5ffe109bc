import { api } from '#api/client.ts'
import type { Answer } from '#api/contract.ts'
import { partSaid } from '#core/people/edit/own-profile.store.ts'
import type { answerPartner, endPartner, invitePartner, listPartners } from './partners.contract.ts'
import { partnersSaid } from './partners.ts'

/**
 * A member's partners. Each verb throws CallError where the server refuses, and returns how it is
 * then.
 */

export type Partners = Answer<typeof listPartners>

async function present(): Promise<Partners> {
  const partners = await api.send<typeof listPartners>('GET /profile/partners', {})
  partSaid('partners', partnersSaid(partners))
  return partners
}

export async function invite(username: string): Promise<[state: string, partners: Partners]> {
  const { state } = await api.send<typeof invitePartner>('POST /profile/invitePartner', {
    body: { username },
  })
  return [state, await present()]
}

export async function answerInvitation(
  id: number,
  answer: 'accept' | 'decline',
): Promise<Partners> {
  await api.send<typeof answerPartner>('POST /profile/answerPartner', { body: { id, answer } })
  return present()
}

export async function endLink(id: number): Promise<Partners> {
  await api.send<typeof endPartner>('POST /profile/endPartner', { body: { id } })
  return present()
}
