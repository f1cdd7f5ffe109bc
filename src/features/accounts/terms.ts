/** The version of terms and privacy policy that a new member accepts; a new one asks everybody again. */
export const TERMS_VERSION = '2026-11-01'
