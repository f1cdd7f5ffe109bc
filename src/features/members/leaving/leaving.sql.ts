import { type Erasure, erased } from '../../../api/erasure.server.ts'

/** What happens to copies of one's data when an account is erased. */
export const exportErasures: readonly Erasure[] = [
  erased('exports', ['account_id'], 'a copy is of no use to anybody else'),
  {
    table: 'export_parts',
    columns: [],
    fate: 'erased',
    why: 'the file goes with its export',
    erase: async () => 0,
  },
]
