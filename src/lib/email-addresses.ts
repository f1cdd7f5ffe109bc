/**
 * What HTML takes for `type=email`, in its own signs: RFC 5322 without comments, quotes and spaces.
 */
const NAME = /^[\w.!#$%&'*+/=?^`{|}~-]+$/
const LABEL = /^[a-z0-9-]+$/i
/** RFC 5321: octets before the @, of the whole address; RFC 1035: of a label. */
const MOST = { name: 64, address: 254, label: 63 }

/** The one rule for addresses: whatever a browser takes in a field for them, within the lengths that mail allows. */
export function isEmailAddress(text: string): boolean {
  if (text.length > MOST.address) return false
  const [name = '', domain = '', ...more] = text.split('@')
  return (
    more.length === 0 &&
    name.length <= MOST.name &&
    NAME.test(name) &&
    domain.split('.').every(isLabel)
  )
}

function isLabel(label: string): boolean {
  return (
    label.length <= MOST.label &&
    LABEL.test(label) &&
    !label.startsWith('-') &&
    !label.endsWith('-')
  )
}
