/** Where the renditions of photos are kept: the disk, or a bucket. Names are `<key>-<width>.<format>`. */
export type PhotoFiles = {
  /** Stores all or none; throws ApiError `storageFull` when there is no room. */
  write(files: ReadonlyMap<string, Uint8Array>): Promise<void>
  read(name: string): Promise<Uint8Array | null>
  /** Names that are not there are no error. */
  remove(names: readonly string[]): Promise<void>
  /** Everything that is kept, in no order: how the sweep finds what a crash left behind. */
  list(): AsyncIterable<{ name: string; writtenAt: Date }>
}
