import { keyedHash } from '#lib/keyed-hash.server.ts'
import { isSameText } from '#lib/signature.server.ts'

/**
 * `<order>.<signature>`, which CCBill passes through outside of its own digest: without the
 * signature a buyer could name somebody else's order. The shop's salt is the key.
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
