import { fieldError } from '#api/errors.ts'

type Ages = { ageFrom?: number | null | undefined; ageTo?: number | null | undefined }

export function refuseReversedAges({ ageFrom, ageTo }: Ages): void {
  if (typeof ageFrom === 'number' && typeof ageTo === 'number' && ageFrom > ageTo) {
    throw fieldError('ageTo', 'Please enter an age that is not below the first.')
  }
}
