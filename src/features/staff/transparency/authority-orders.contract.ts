import { z } from 'zod'
import { doneAndNext, endpoint, id, textField } from '#api/contract.ts'
import { countries } from '#core/places/countries.ts'
import { brands } from '#sites/registry.ts'
import { policies } from '../decisions/decisions.ts'
import {
  MAX_AUTHORITY,
  momentOf,
  type OrderKind,
  orderKinds,
  type OrderOutcome,
  orderOutcomes,
} from './authority-orders.ts'

const keysOf = <Key extends string>(table: Readonly<Record<Key, string>>) =>
  Object.keys(table) as [Key, ...Key[]]
const kind = z.enum(keysOf<OrderKind>(orderKinds), { error: 'Please choose one.' })
const outcome = z.enum(keysOf<OrderOutcome>(orderOutcomes), { error: 'Please choose one.' })
const category = z.enum(policies, { error: 'Please choose one.' })
const moment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, 'Please give day and time.')
  .refine((words) => !Number.isNaN(momentOf(words).getTime()), 'There is no such day or time.')
const site = z.enum(
  brands.map((one) => one.id),
  { error: 'Please choose one.' },
)
const country = z
  .string()
  .refine((code) => countries.some((one) => one.code === code), 'Please choose a country.')

export const getAuthorityOrders = endpoint({
  method: 'get',
  path: '/staff/authorityOrders',
  summary: 'Orders of authorities, the latest first, for the transparency report; for leads',
  access: 'staff',
  roles: ['lead'],
  answer: z.object({
    orders: z.array(
      z.object({
        id: z.number(),
        brand: z.string(),
        receivedAt: z.iso.datetime(),
        authority: z.string(),
        country: z.string(),
        kind,
        category: z.string(),
        outcome: outcome.nullable(),
        settledAt: z.iso.datetime().nullable(),
        recordedBy: z.string(),
      }),
    ),
  }),
  errors: ['forbidden'],
})

export const changeAuthorityOrders = endpoint({
  method: 'post',
  path: '/staff/authorityOrder',
  summary:
    'Record an order of an authority – when it came, from whom, what it asks for – or say what came of one, and when, once; for leads',
  access: 'staff',
  roles: ['lead'],
  body: z.discriminatedUnion('act', [
    z.object({
      act: z.literal('add'),
      brand: site,
      receivedAt: moment,
      authority: textField(MAX_AUTHORITY, 1),
      country,
      kind,
      category,
    }),
    z.object({ act: z.literal('settle'), id, outcome, settledAt: moment }),
  ]),
  answer: doneAndNext,
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'authority-order' },
})
