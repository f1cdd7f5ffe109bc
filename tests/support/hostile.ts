/** Unusual input that often breaks programs. */
export const HOSTILE_WORDS: readonly string[] = [
  'constructor',
  '__proto__',
  'toString',
  '\u0000',
  'a\ud800b',
  '99999999999999999999999999',
  '9007199254740993',
  '1e309',
  'NaN',
  '%',
  "' or 1=1 --",
  '\u202e\u0301\uffff',
  '2026-13-45',
]
