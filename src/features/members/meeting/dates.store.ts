import { api } from '#api/client.ts'
import type { changeDate, DateLink, endDate, listDates, shareDate } from './dates.contract.ts'

/**
 * A member's links about dates. Each verb throws CallError where the server refuses, and returns
 * the links there are then.
 */

type Fields = Readonly<Record<string, FormDataEntryValue>>

export async function share(fields: Fields): Promise<readonly DateLink[]> {
  await api.send<typeof shareDate>('POST /date/share', { body: withOffset(fields) })
  return links()
}

export async function change(fields: Fields): Promise<readonly DateLink[]> {
  await api.send<typeof changeDate>('POST /date/change', { body: withOffset(fields) })
  return links()
}

export async function end(link: number): Promise<readonly DateLink[]> {
  await api.send<typeof endDate>('POST /date/end', { body: { link } })
  return links()
}

async function links(): Promise<readonly DateLink[]> {
  return (await api.send<typeof listDates>('GET /date/mine', { query: {} })).links
}

/** What the clock shows where the browser is, on the day of the date. */
function withOffset(fields: Fields) {
  const { meetsAt } = fields
  const chosen = new Date(typeof meetsAt === 'string' ? meetsAt : '')
  return { ...fields, utcOffset: -chosen.getTimezoneOffset() } as never
}
