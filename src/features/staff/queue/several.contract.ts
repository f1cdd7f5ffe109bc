import { z } from 'zod'
import { doneAndNext, endpoint, id, oneOrMore } from '#api/contract.ts'
import { decisionFields } from '../decisions/deciding/decide.contract.ts'
import { MAY_CHOOSE, MOST_AT_ONCE } from '../desk/choosing.ts'
import { actsAtOnce } from './several.ts'
import { listBrand, listPlace, severalQueues } from './task-list.contract.ts'

export const decideSeveral = endpoint({
  method: 'post',
  path: '/staff/decideSeveral',
  summary:
    'Decide several reports or fraud signals of a list with one form: each is a decision of its own, or stays as it is',
  access: 'staff',
  roles: MAY_CHOOSE,
  body: z.object({
    tasks: oneOrMore(
      z
        .array(id, { error: 'Please choose what it is about, in the list.' })
        .min(1, 'Please choose what it is about, in the list.')
        .max(MOST_AT_ONCE, `Please choose at most ${MOST_AT_ONCE}.`),
    ),
    act: z.enum(actsAtOnce, { error: 'Please choose what to do.' }),
    ...decisionFields,
    /** The list, and its filters, to which one goes back. */
    place: listPlace.default('cases'),
    queue: severalQueues,
    brand: listBrand,
  }),
  answer: doneAndNext,
  errors: ['forbidden', 'conflict', 'storageFull'],
  pageForm: { name: 'several' },
})
