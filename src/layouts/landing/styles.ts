import band from './band.css?inline'
import letter from './letter.css?inline'
import portrait from './portrait.css?inline'
import poster from './poster.css?inline'
import split from './split.css?inline'
import stack from './stack.css?inline'

/** The styles that one composition needs and no other page does, by `theme.landing`. */
export const landingStyles = { portrait, letter, poster, split, stack, band }
