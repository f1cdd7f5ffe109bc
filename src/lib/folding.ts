/**
 * One spelling for each name and each address, wherever they are compared: in a form, in an index, in a count.
 * JavaScript and PostgreSQL lower-case differently (`İ`), so the database never folds: it is given folded text.
 * What comes out is kept in columns; whoever changes a line here fills those columns anew in a migration.
 */

/** `ＡＬＩＣＥ`, `Alice` and `alice` are one, `Straße` and `STRASSE` as well; accents count. */
export function foldName(name: string): string {
  // By way of small letters and of capitals: alone, either leaves some apart, as `ẞ` and `ss`, or `ς` and `σ`.
  return name.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC')
}

/** ASCII capitals alone: any more, and two mailboxes would be one. */
export function foldAddress(email: string): string {
  return email.trim().replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** What somebody signs in with: an address has an @, and no name has one. */
export function foldLogin(login: string): string {
  return login.includes('@') ? foldAddress(login) : foldName(login)
}
