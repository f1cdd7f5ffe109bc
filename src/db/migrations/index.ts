import type { Migration } from 'kysely/migration'
import * as firstSchema from './0001-first-schema.ts'
import * as peopleFoundFast from './0002-people-found-fast.ts'
import * as resetRequests from './0003-reset-requests.ts'
import * as termsAcceptances from './0004-terms-acceptances.ts'
import * as help from './0005-help.ts'
import * as staffSecondFactor from './0006-staff-second-factor.ts'
import * as contentRevisions from './0007-content-revisions.ts'
import * as supportLinks from './0008-support-links.ts'
import * as birthdayCorrected from './0009-birthday-corrected.ts'
import * as jobsInBatches from './0010-jobs-in-batches.ts'
import * as keptSettings from './0011-kept-settings.ts'
import * as oneSpelling from './0012-one-spelling.ts'
import * as knownDevices from './0013-known-devices.ts'
import * as peopleSeen from './0014-people-seen.ts'
import * as webhookOutcomes from './0014-webhook-outcomes.ts'
import * as shownPlaces from './0015-shown-places.ts'
import * as visits from './0015-visits.ts'
import * as tilesInOrder from './0016-tiles-in-order.ts'
import * as leaving from './0017-leaving.ts'
import * as settings from './0018-settings.ts'
import * as updates from './0019-updates.ts'
import * as photosEdited from './0020-photos-edited.ts'
import * as changedAccounts from './0021-changed-accounts.ts'
import * as photosFirst from './0022-photos-first.ts'
import * as homeVisits from './0023-home-visits.ts'
import * as push from './0024-push.ts'
import * as cancellationConfirmed from './0025-cancellation-confirmed.ts'
import * as savedSearches from './0026-saved-searches.ts'
import * as listed from './0027-listed.ts'
import * as inboxShown from './0028-inbox-shown.ts'
import * as withdrawals from './0029-withdrawals.ts'
import * as dunning from './0030-dunning.ts'
import * as reconciliation from './0031-reconciliation.ts'
import * as partnerAccess from './0032-partner-access.ts'
import * as tilesByGender from './0033-tiles-by-gender.ts'
import * as adCounts from './0034-ad-counts.ts'
import * as voiceMessages from './0035-voice-messages.ts'

/** In the order in which they run; a migration that has shipped is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-first-schema': firstSchema,
  '0002-people-found-fast': peopleFoundFast,
  '0003-reset-requests': resetRequests,
  '0004-terms-acceptances': termsAcceptances,
  '0005-help': help,
  '0006-staff-second-factor': staffSecondFactor,
  '0007-content-revisions': contentRevisions,
  '0008-support-links': supportLinks,
  '0009-birthday-corrected': birthdayCorrected,
  '0010-jobs-in-batches': jobsInBatches,
  '0011-kept-settings': keptSettings,
  '0012-one-spelling': oneSpelling,
  '0013-known-devices': knownDevices,
  '0014-people-seen': peopleSeen,
  '0014-webhook-outcomes': webhookOutcomes,
  '0015-shown-places': shownPlaces,
  '0015-visits': visits,
  '0016-tiles-in-order': tilesInOrder,
  '0017-leaving': leaving,
  '0018-settings': settings,
  '0019-updates': updates,
  '0020-photos-edited': photosEdited,
  '0021-changed-accounts': changedAccounts,
  '0022-photos-first': photosFirst,
  '0023-home-visits': homeVisits,
  '0024-push': push,
  '0025-cancellation-confirmed': cancellationConfirmed,
  '0026-saved-searches': savedSearches,
  '0027-listed': listed,
  '0028-inbox-shown': inboxShown,
  '0029-withdrawals': withdrawals,
  '0030-dunning': dunning,
  '0031-reconciliation': reconciliation,
  '0032-partner-access': partnerAccess,
  '0033-tiles-by-gender': tilesByGender,
  '0034-ad-counts': adCounts,
  '0035-voice-messages': voiceMessages,
}
