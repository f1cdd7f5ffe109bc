import { z } from 'zod'
import { endpoint } from '#api/contract.ts'
import { place } from '#core/places/places.contract.ts'

export const currentLocation = endpoint({
  method: 'get',
  path: '/location/current',
  summary:
    'The town that the member’s place shows as. Nothing is derived from where the request comes from.',
  access: 'signedIn',
  answer: z.object({ place }),
})
