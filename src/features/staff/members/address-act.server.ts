import { hearing } from '#api/domain-events.server.ts'
import { ApiError, fieldError } from '#api/errors.ts'
import type { Services } from '#api/services.server.ts'
import { offerAddress } from '#core/accounts/changes/change-email.server.ts'
import { hasOwner } from '#core/accounts/changes/change-email.sql.ts'
import { addressCorrected } from '#core/accounts/events.server.ts'
import type { Person } from '#core/accounts/standing/standing.sql.ts'
import type { Trx } from '#db/connection.server.ts'
import { later } from '#lib/clock.ts'
import { foldAddress } from '#lib/folding.ts'
import type { Brand } from '#sites/site.ts'
import { OFFER_HOLDS, type ProofKind } from './correct-address.ts'
import { noteConfirmed } from './support-acts.sql.ts'

/**
 * Says neither whose it is nor that it is somebody's: who is a member is nobody's to learn by
 * trying.
 */
const NOT_THIS_ONE =
  'This account cannot have this address. Nothing was changed, and nobody was written to. Ask the member for another one.'

type Typed = {
  email?: string | undefined
  proof?: ProofKind | undefined
  proofNote?: string | undefined
}
export type Correction = { address: string; proof: ProofKind; proofNote: string }

/** What is asked for, whole. Throws the error of a field that is empty. */
export function correctionIn({ email, proof, proofNote = '' }: Typed): Correction {
  if (email === undefined) throw fieldError('email', 'Please enter the new address.')
  if (proof === undefined) throw fieldError('proof', 'Please choose what you saw.')
  if (proofNote === '') throw fieldError('proofNote', 'Please say what you saw.')
  return { address: email, proof, proofNote }
}

/** Throws where an account cannot get an address: when it is asked for, and when a lead agrees. */
export async function assertMayHave(
  trx: Trx,
  { email, ownsEmail }: Person,
  address: string,
): Promise<void> {
  if (ownsEmail && foldAddress(address) === foldAddress(email))
    throw fieldError('email', 'This is the address of the account already.')
  if (await hasOwner(trx, address)) throw new ApiError('conflict', NOT_THIS_ONE)
}

type Agreed = { id: number; person: Person; brand: Brand; address: string | null; at: Date }

/** A lead has agreed: the new address is asked to confirm, and the present one told. */
export async function offerCorrection(
  services: Services,
  trx: Trx,
  { id, person, brand, address, at }: Agreed,
): Promise<void> {
  if (address === null) return
  await assertMayHave(trx, person, address)
  const offer = { email: address, act: id, until: later(at, OFFER_HOLDS).toISOString() }
  await offerAddress(services, trx, brand, person, offer, at)
}

export const hearsCorrected = hearing(addressCorrected, (_, trx, { act, at }) =>
  noteConfirmed(trx, act, at),
)
