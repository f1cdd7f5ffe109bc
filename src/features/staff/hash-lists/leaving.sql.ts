import type { Erasings } from '#api/erasure.server.ts'
import { PRESERVED_DAYS } from './pictures.sql.ts'

export const preservationErasures: Erasings = {
  preserved_pictures: {
    kept: {
      retention: {
        what: 'Pictures of yours that were on a list of pictures that nobody may see, where our staff confirmed it: an encrypted copy',
        why: 'because the law can oblige us to preserve it for an authority',
        howLong: 'one year after the decision',
        days: PRESERVED_DAYS,
      },
      sweep: null,
    },
  },
}
