import { done, endpoint } from '#api/contract.ts'

/**
 * Type and body are read by the handler, once the address is checked: the body names the buyer,
 * with a password.
 */
export const ccbillWebhook = endpoint({
  method: 'post',
  path: '/webhook/ccbill',
  summary:
    'CCBill reports a payment, from its own addresses; may be repeated, and come in any order',
  access: 'processor',
  answer: done,
  errors: ['malformed', 'invalid', 'tooLarge'],
})
