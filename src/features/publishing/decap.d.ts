/** What Decap's packages export that come without types. */
declare module 'decap-cms-locales' {
  export const en: Record<string, Record<string, unknown>>
}
declare module 'decap-cms-widget-list'
declare module 'decap-cms-widget-markdown'
declare module 'decap-cms-widget-number'
declare module 'decap-cms-widget-object'
declare module 'decap-cms-widget-select'
declare module 'decap-cms-widget-string'
declare module 'decap-cms-widget-text'
