export type OnboardingTables = {
  onboarding_steps: { account_id: number; step: string; opened_at: Date; done_at: Date | null }
}
