import { z } from 'zod'
import { done, endpoint } from '#api/contract.ts'

const number = z.int().min(0).max(10_000_000)
const error = z.object({
  type: z.string().max(100),
  message: z.string().max(300),
  frames: z
    .array(
      z.object({
        function: z.string().max(200),
        file: z.string().max(300),
        line: number,
        column: number,
      }),
    )
    .max(50),
})

/**
 * Not in the specification: browsers tell us, and we the error service, which so never sees a
 * member's address.
 */
export const reportPageError = endpoint({
  method: 'post',
  path: '/site/reportError',
  summary: 'An error of a page’s script, for the error service; 404 where there is none',
  access: 'signedIn',
  body: z.object({
    /** Of the page; only the pattern of its route is passed on. */
    path: z.string().max(300),
    /** The error, then its cause, and so on. */
    errors: z.array(error).min(1).max(5),
  }),
  answer: done,
  errors: ['notFound'],
  limits: [{ name: 'page-error', per: 'account', most: 20, seconds: 3600, inMemory: true }],
})
