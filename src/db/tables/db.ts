export type DbTables = {
  brands: { id: string }
  kept_settings: { name: string; value: string }
}
