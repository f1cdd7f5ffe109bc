import type { Job } from '../jobs/worker.server.ts'
import type { Handler } from './call.server.ts'
import type { Collection } from './collections.server.ts'
import type { Answering, Hearing } from './domain-events.server.ts'
import type { Door } from './door.ts'
import type { Aging, Erasings } from './erasure.server.ts'
import type { FileKind } from './file-kinds.server.ts'
import type { OwnCount } from './own-counts.server.ts'
import type { Reading } from './readings.ts'

/** All that a room hands in to the product (src/features.server.ts). */
export type Feature = {
  /** Its folder below src/features. */
  room: string
  handlers?: readonly Handler[]
  /** One process runs them for all. */
  jobs?: readonly Job[]
  /** Each process runs them: they look after what it keeps in memory. */
  everyProcess?: readonly Job[]
  /** The first that matches a path wins, in the order of rooms. */
  doors?: readonly Door[]
  /** What the metrics read of the database. */
  readings?: readonly Reading[]
  /** By table, what an erasure does beyond what the schema says of it. */
  erasures?: Erasings
  /** What goes by its age, whether or not somebody leaves. */
  aging?: readonly Aging[]
  collections?: readonly Collection[]
  ownCounts?: readonly OwnCount[]
  fileKinds?: readonly FileKind[]
  hears?: readonly Hearing[]
  answers?: readonly Answering[]
}

export function handedIn<Kind extends Exclude<keyof Feature, 'room' | 'erasures'>>(
  features: readonly Feature[],
  kind: Kind,
): Array<NonNullable<Feature[Kind]>[number]> {
  return features.flatMap(
    (feature) => (feature[kind] ?? []) as NonNullable<Feature[Kind]>[number][],
  )
}
