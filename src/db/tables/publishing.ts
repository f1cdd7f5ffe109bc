import type { Id } from '../columns.ts'

type ContentRevisions = {
  id: Id
  path: string
  body: string | null
  author_id: number
  created_at: Date
  submitted_at: Date | null
  submitted_by: number | null
  ready_at: Date | null
  ready_by: number | null
  published_at: Date | null
  published_by: number | null
  shipped_hash: string | null
  retired_at: Date | null
  retired_by: number | null
  discarded_at: Date | null
  discarded_by: number | null
}

export type PublishingTables = {
  content_revisions: ContentRevisions
}
