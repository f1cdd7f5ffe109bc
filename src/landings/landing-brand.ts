import type { LandingText } from '../content/kinds.ts'
import type { Brand } from '../sites/site.ts'

/** A brand with its landing text, which marketers edit. */
export type LandingBrand = Brand & { copy: LandingText }
