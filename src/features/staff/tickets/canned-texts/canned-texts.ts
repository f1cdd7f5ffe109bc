export const MAX_NAME = 60
export const MAX_CANNED = 3000
/** More would be a list that nobody finds anything in. */
export const MOST_CANNED = 100

type Values = { name: string; brand: string }

/** Fills `{name}` and `{brand}`; anything else in braces stays as it is. */
export function filled(text: string, values: Values): string {
  return text.replaceAll(/\{(name|brand)\}/g, (_, variable: keyof Values) => values[variable])
}

/** How somebody without an account is addressed. */
export function nameFor(member: { username: string } | null): string {
  return member?.username ?? 'there'
}
