import { z } from 'zod'
import { doneAndNext, endpoint, id } from '../../../api/contract.ts'

export const undoVerdict = endpoint({
  method: 'post',
  path: '/staff/undoVerdict',
  summary:
    'Take back what one decided about a request for removal, an objection or a photo check, before it takes effect; one holds it again',
  access: 'staff',
  roles: ['moderator', 'lead'],
  body: z.object({ id }),
  answer: doneAndNext,
  errors: ['forbidden', 'conflict'],
  pageForm: { name: 'undo-verdict' },
})
