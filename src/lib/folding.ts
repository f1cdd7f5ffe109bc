/**
 * JavaScript and PostgreSQL lower-case differently (`İ`), so only this module folds; a change needs
 * a migration.
 */

/** `ＡＬＩＣＥ`, `Alice` and `alice` are equal, also `Straße` and `STRASSE`; accents count. */
export function foldName(name: string): string {
  // Both cases are applied: one alone keeps `ẞ` and `ss`, or `ς` and `σ`, different.
  return name.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC')
}

/** Lower-cases ASCII letters only: other letters may belong to different mailboxes. */
export function foldAddress(email: string): string {
  return email.trim().replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

export function foldLogin(login: string): string {
  return login.includes('@') ? foldAddress(login) : foldName(login)
}
