import { api } from '#api/client.ts'
import type { Answer } from '#api/contract.ts'
import type { changeLocation } from './change-location.contract.ts'
import type { endVisiting, getVisiting, setVisiting } from './visiting.contract.ts'

/**
 * Where members are and where they visit. Each verb throws CallError where the server refuses, and
 * returns the page that says what has changed.
 */

type Fields = Readonly<Record<string, FormDataEntryValue>>

export type OwnVisit = NonNullable<Answer<typeof getVisiting>['visiting']>

export async function moveTo(fields: Fields): Promise<string> {
  const { next } = await api.send<typeof changeLocation>('POST /profile/changeLocation', {
    body: fields as never,
  })
  return next
}

export async function visit(fields: Fields): Promise<string> {
  const { next } = await api.send<typeof setVisiting>('POST /profile/visiting', {
    body: fields as never,
  })
  return next
}

export async function endVisit(): Promise<string> {
  await api.send<typeof endVisiting>('POST /profile/endVisiting', { body: {} })
  return '/profile/edit/profile?part=visiting&saved=visit-ended#visiting'
}
