import type { LandingText } from '../content/kinds.ts'
import type { Brand } from '../sites/site.ts'

/** A brand with the words of its landing, which marketers write. */
export type LandingBrand = Brand & { copy: LandingText }
