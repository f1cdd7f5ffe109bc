import { keyedHash } from '../../../../lib/keyed-hash.server.ts'
import { isSameText } from '../../../../lib/signature.server.ts'

/**
 * `<order>.<signature>`, which CCBill passes through. Its own digest leaves this field out, so that without the
 * signature a buyer could name somebody else's order. The salt is the key: of a form from before a new salt, CCBill
 * refuses the price, and nothing is paid that cannot be told whose it is.
 */
export function orderField(id: number, salt: string): string {
  return `${id}.${keyedHash(String(id), salt, 'ccbill order').toString('base64url')}`
}

/** Null for a field that this shop's form did not have. */
export function orderInField(field: string, salt: string): number | null {
  const [id = ''] = field.split('.')
  return /^[1-9]\d{0,14}$/.test(id) && isSameText(field, orderField(Number(id), salt))
    ? Number(id)
    : null
}
