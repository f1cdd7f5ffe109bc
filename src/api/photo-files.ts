/** Storage of renditions, on disk or in a bucket. Names are `<key>-<width>.<format>`. */
export type PhotoFiles = {
  /** Stores all files or none; throws ApiError `storageFull` if the disk is full. */
  write(files: ReadonlyMap<string, Uint8Array>): Promise<void>
  read(name: string): Promise<Uint8Array | null>
  remove(names: readonly string[]): Promise<void>
  list(): AsyncIterable<{ name: string; writtenAt: Date }>
}
