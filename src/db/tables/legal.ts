export type LegalTables = {
  terms_acceptances: { account_id: number; brand: string; version: string; accepted_at: Date }
}
