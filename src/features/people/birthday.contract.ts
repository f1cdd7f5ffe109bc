import { z } from 'zod'

/** A day somebody was born on, as a date field sends it. */
export const birthday = z.iso.date({ error: 'Please enter your date of birth.' })
