import { z } from 'zod'

/** A date of birth, as a date field sends it. */
export const birthday = z.iso.date({ error: 'Please enter your date of birth.' })
