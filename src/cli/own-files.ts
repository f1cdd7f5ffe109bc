import { readFile } from 'node:fs/promises'

/** Reads a file of a brand's folder, such as `theme.css`, of a brand on the disk or yet to be made. */
export type ReadOwn = (id: string, file: string) => Promise<string>

const sites = new URL('../sites/', import.meta.url)

export const readOwn: ReadOwn = (id, file) => readFile(new URL(`${id}/${file}`, sites), 'utf8')
