import { helpCategories, type Kind, legalNames } from '../../content/kinds.ts'
import { pageOf } from '../../content/pages.ts'
import { brandById } from '../../sites/registry.ts'

/** The part of the editor's configuration that depends on the texts; its words are Decap's. */
export type EditorField = { name: string; label: string; widget: string; hint?: string; required?: boolean; [option: string]: unknown }
export type EditorCollection = {
  name: string
  label: string
  fields?: EditorField[]
  files?: Array<{ name: string; label: string; file: string; preview_path: string; fields: EditorField[] }>
  [option: string]: unknown
}

type File = { path: string; isOwn: boolean }

const DATE = '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$'

function words(name: string, label: string, most: number, hint?: string): EditorField {
  return { name, label, widget: most > 120 ? 'text' : 'string', pattern: [`^[^]{1,${most}}$`, `Please use at most ${most} characters.`], ...(hint === undefined ? {} : { hint }) }
}

const body: EditorField = {
  name: 'body',
  label: 'Text',
  widget: 'markdown',
  modes: ['rich_text', 'raw'],
  buttons: ['bold', 'italic', 'link', 'heading-two', 'heading-three', 'quote', 'bulleted-list', 'numbered-list'],
  editor_components: [],
  hint: 'Words in {{two braces}} are filled in for each brand. What stands between ::: credits and ::: is shown only where brands bill so.',
}

const legalFields: EditorField[] = [
  words('title', 'Title', 80),
  { name: 'version', label: 'In force since', widget: 'string', pattern: [DATE, 'Please write a date as 2026-12-31.'], hint: 'A new date of the terms or of the privacy policy asks every member to accept them again.' },
  words('changes', 'What this version changes', 300, 'A sentence for members who are asked again.'),
  { name: 'review', label: 'Read by counsel', widget: 'string', pattern: [`^pending$|${DATE}`, 'Please write pending, or the date of the review as 2026-12-31.'], default: 'pending' },
  body,
]

const helpFields: EditorField[] = [
  words('title', 'Question', 120),
  { name: 'category', label: 'Category', widget: 'select', options: Object.entries(helpCategories).map(([value, label]) => ({ value, label })) },
  { name: 'order', label: 'Place in the category', widget: 'number', value_type: 'int', min: 0, default: 50 },
  {
    name: 'billing',
    label: 'Only where members pay by',
    widget: 'select',
    multiple: true,
    required: false,
    options: [
      { value: 'subscription', label: 'Subscription' },
      { value: 'credits', label: 'Credits' },
      { value: 'partner', label: 'A partner' },
    ],
    hint: 'Leave it empty for all brands.',
  },
  { ...words('keywords', 'Words that people search with', 200), required: false },
  { ...body, label: 'Answer' },
]

const landingFields: EditorField[] = [
  words('headline', 'Headline', 80),
  words('lead', 'Lead', 220),
  { name: 'reasons', label: 'Reasons', label_singular: 'reason', widget: 'list', min: 3, max: 3, collapsed: false, fields: [words('title', 'Title', 60), words('text', 'Text', 240)] },
  words('priceTitle', 'Above the prices', 40),
  words('priceText', 'About the prices', 160),
  words('closing', 'Last line', 40),
]

const joinFields: EditorField[] = [
  words('title', 'Title', 60),
  words('headline', 'Headline', 80),
  words('lead', 'Lead', 220),
  { name: 'points', label: 'Points', label_singular: 'point', widget: 'list', min: 3, max: 3, field: words('text', 'Point', 160) },
  words('small', 'Below the form', 300),
  { ...body, label: 'More words', required: false },
]

const legalTitles = { about: 'About', terms: 'Terms of use', privacy: 'Privacy policy', cookiePolicy: 'Cookie policy', '2257Notice': '2257 notice', tos: 'Terms in short' } as const
const promos = [
  ['landing', 'Landing page', landingFields],
  ['oneClick', 'Joining with one click', joinFields],
  ['affiliate', 'Joining from an affiliate', joinFields],
] as const

/** What a site (a brand's id, or `all`) can write: an entry for each of its texts, and new questions. */
export function editorCollections(site: string, files: readonly File[]): EditorCollection[] {
  const brand = brandById(site)
  const name = brand?.name ?? 'all brands'
  const isShared = new Map(files.map(({ path, isOwn }) => [path, !isOwn]))
  const entry = (kind: Kind, id: string, label: string, fields: EditorField[]) => {
    const file = `${kind}/${site}/${id}.md`
    return { name: id, label: brand && isShared.get(file) ? `${label} (as for all brands)` : label, file, preview_path: pageOf(kind, id).slice(1), fields }
  }
  const look = { editor: { preview: false } }
  return [
    { name: 'legal', label: `Legal texts of ${name}`, files: legalNames.map((id) => entry('legal', id, legalTitles[id], legalFields)), ...look },
    {
      name: 'help',
      label: `Questions of ${name}`,
      label_singular: 'question',
      folder: `help/${site}`,
      create: true,
      identifier_field: 'title',
      slug: '{{slug}}',
      fields: helpFields,
      preview_path: 'help/{{slug}}',
      sortable_fields: ['title', 'category', 'order'],
      view_groups: [{ label: 'Category', field: 'category' }],
      ...look,
    },
    // The landing of a brand is its own: there is none for all.
    { name: 'promo', label: `Promotion of ${name}`, files: promos.filter(([id]) => brand || id !== 'landing').map(([id, label, fields]) => entry('promo', id, label, fields)), ...look },
  ]
}
