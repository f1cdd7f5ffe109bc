import { type CmsConfig, type CmsWidgetParam, DecapCmsCore as CMS } from 'decap-cms-core'
import { en } from 'decap-cms-locales'
import ListWidget from 'decap-cms-widget-list'
import MarkdownWidget from 'decap-cms-widget-markdown'
import NumberWidget from 'decap-cms-widget-number'
import ObjectWidget from 'decap-cms-widget-object'
import SelectWidget from 'decap-cms-widget-select'
import StringWidget from 'decap-cms-widget-string'
import TextWidget from 'decap-cms-widget-text'
import { conditionLines } from './condition-lines.client.ts'
import { publishingBackend } from './editor-backend.client.ts'

/** Starts Decap on the page that says, in `data-editor`, whose texts are written and what their fields are. */

const place = document.querySelector<HTMLElement>('[data-editor]')
const notice = document.querySelector<HTMLElement>('[data-editor-problem]')
if (!place) throw new Error('an editor without a place')
const { site, username, origin, collections } = JSON.parse(place.dataset['editor'] ?? '')

function tell(problem: string | null): void {
  if (notice) notice.textContent = problem ?? ''
}

for (const widget of [ListWidget, MarkdownWidget, NumberWidget, ObjectWidget, SelectWidget, StringWidget, TextWidget] as Array<{ Widget(): CmsWidgetParam }>) {
  CMS.registerWidget(widget.Widget())
}
CMS.registerRemarkPlugin(conditionLines)
CMS.registerLocale('en', {
  ...en,
  ui: { ...en['ui'], settingsDropdown: { logOut: 'Leave the editor', account: 'Leaving' } },
})
// There are no pictures in texts.
const noPictures = { name: 'none', init: async () => ({ show: () => undefined, hide: () => undefined, enableStandalone: () => false }) }
CMS.registerMediaLibrary(noPictures)
CMS.registerBackend('publishing', publishingBackend({ site, username, tell }))
const config = {
  load_config_file: false,
  backend: { name: 'publishing' },
  publish_mode: 'editorial_workflow',
  show_preview_links: true,
  site_url: origin,
  media_folder: 'none',
  media_library: { name: noPictures.name },
  slug: { encoding: 'ascii', clean_accents: true },
  // Front matter has no fields that are empty.
  omit_empty_optional_fields: true,
  collections,
}
// Its types know neither a backend of ours nor everything that it is configured with.
CMS.init({ config: config as unknown as CmsConfig })
