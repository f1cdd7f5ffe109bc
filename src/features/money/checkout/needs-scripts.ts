/** The field by which the page knows that its form was sent before, or without, its scripts. */
export const UNSCRIPTED = 'unscripted'
export const NEEDS_SCRIPTS =
  'Paying needs JavaScript, which did not run here: the card form is our card gateway’s. Your choice is kept; please load the page again, or use another browser.'
