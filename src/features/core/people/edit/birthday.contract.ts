import { z } from 'zod'

export const birthday = z.iso.date({ error: 'Please enter your date of birth.' })
