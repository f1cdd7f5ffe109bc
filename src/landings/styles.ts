import band from './band.css?inline'
import facade from './facade.css?inline'
import keyhole from './keyhole.css?inline'
import label from './label.css?inline'
import letter from './letter.css?inline'
import map from './map.css?inline'
import pair from './pair.css?inline'
import plain from './plain.css?inline'
import poster from './poster.css?inline'
import stack from './stack.css?inline'
import table from './table.css?inline'
import trail from './trail.css?inline'

/** The styles of each composition by `theme.landing`; a page includes only its own. */
export const landingStyles = {
  pair,
  letter,
  poster,
  table,
  band,
  stack,
  label,
  map,
  keyhole,
  facade,
  trail,
  plain,
}
