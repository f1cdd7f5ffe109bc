import type { AccountsTables } from './tables/accounts.ts'
import type { ApiTables } from './tables/api.ts'
import type { AuditTables } from './tables/audit.ts'
import type { BillingTables } from './tables/billing.ts'
import type { DbTables } from './tables/db.ts'
import type { DiscoveryTables } from './tables/discovery.ts'
import type { EnforcementTables } from './tables/enforcement.ts'
import type { FraudTables } from './tables/fraud.ts'
import type { LeavingTables } from './tables/leaving.ts'
import type { LegalTables } from './tables/legal.ts'
import type { LiveTables } from './tables/live.ts'
import type { MailTables } from './tables/mail.ts'
import type { MatchingTables } from './tables/matching.ts'
import type { MeetingTables } from './tables/meeting.ts'
import type { MessagingTables } from './tables/messaging.ts'
import type { ModerationTables } from './tables/moderation.ts'
import type { MonetisationTables } from './tables/monetisation.ts'
import type { NotificationsTables } from './tables/notifications.ts'
import type { OnboardingTables } from './tables/onboarding.ts'
import type { PeopleTables } from './tables/people.ts'
import type { PhotosTables } from './tables/photos.ts'
import type { PreservationTables } from './tables/preservation.ts'
import type { PublishingTables } from './tables/publishing.ts'
import type { RemovalsTables } from './tables/removals.ts'
import type { StaffTables } from './tables/staff.ts'
import type { SupportTables } from './tables/support.ts'
import type { TransparencyTables } from './tables/transparency.ts'
import type { UpdatesTables } from './tables/updates.ts'
import type { VerificationTables } from './tables/verification.ts'
import type { ViewerTables } from './tables/viewer.ts'

/** All tables; each is declared in the file of its owner, who alone queries it (tests/architecture/tables.ts). */
export interface Database
  extends
    AccountsTables,
    ApiTables,
    AuditTables,
    BillingTables,
    DbTables,
    DiscoveryTables,
    EnforcementTables,
    FraudTables,
    LeavingTables,
    LegalTables,
    LiveTables,
    MailTables,
    MatchingTables,
    MeetingTables,
    MessagingTables,
    ModerationTables,
    MonetisationTables,
    NotificationsTables,
    OnboardingTables,
    PeopleTables,
    PhotosTables,
    PreservationTables,
    PublishingTables,
    RemovalsTables,
    StaffTables,
    SupportTables,
    TransparencyTables,
    UpdatesTables,
    VerificationTables,
    ViewerTables {}
