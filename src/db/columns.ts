import type { ColumnType, GeneratedAlways } from 'kysely'

/** Timestamps are read as Date, bigint ids as number (far below 2^53), `date` as "YYYY-MM-DD". */
export type Id = GeneratedAlways<number>
export type Json<T> = ColumnType<T, string, string>
