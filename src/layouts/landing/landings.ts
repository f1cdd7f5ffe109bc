import Band from './Band.astro'
import band from './band.css?inline'
import Letter from './Letter.astro'
import letter from './letter.css?inline'
import Portrait from './Portrait.astro'
import portrait from './portrait.css?inline'
import Poster from './Poster.astro'
import poster from './poster.css?inline'
import Split from './Split.astro'
import split from './split.css?inline'
import Stack from './Stack.astro'
import stack from './stack.css?inline'

/** The compositions that a brand's `theme.landing` names, each with the styles that only it needs. */
export const landings = {
  portrait: { Landing: Portrait, css: portrait },
  letter: { Landing: Letter, css: letter },
  poster: { Landing: Poster, css: poster },
  split: { Landing: Split, css: split },
  stack: { Landing: Stack, css: stack },
  band: { Landing: Band, css: band },
}
