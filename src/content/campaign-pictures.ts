import type { CampaignMatter } from './kinds.ts'
import { isCampaign } from './kinds.ts'
import { parseSource } from './source.ts'

/** The number of the picture that a campaign shows; null of one without, and of other texts. */
export function campaignPictureIn(text: { path: string; text: string | null }): number | null {
  if (text.text === null) return null
  const { source } = parseSource({ path: text.path, text: text.text })
  if (!source || !isCampaign(source)) return null
  return (source.matter as CampaignMatter).picture ?? null
}

/** Where the brand's own host leads on to the picture that has this number now. */
export function campaignPicturePath(picture: number): string {
  return `/pictures/${picture}`
}
