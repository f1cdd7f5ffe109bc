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
import * as processorReports from './0036-processor-reports.ts'
import * as locationReveals from './0037-location-reveals.ts'
import * as endings from './0038-endings.ts'
import * as promoCodes from './0041-promo-codes.ts'
import * as comparedOrders from './0042-compared-orders.ts'
import * as shownTo from './0045-shown-to.ts'
import * as blockedContacts from './0046-blocked-contacts.ts'
import * as discretion from './0047-discretion.ts'
import * as passkeys from './0048-passkeys.ts'
import * as appLock from './0049-app-lock.ts'
import * as endingGrants from './0050-ending-grants.ts'
import * as viewOnce from './0051-view-once.ts'
import * as identity from './0052-identity.ts'
import * as partnerLinks from './0053-partner-links.ts'
import * as prompts from './0054-prompts.ts'
import * as parts from './0055-parts.ts'
import * as messageWarnings from './0056-message-warnings.ts'
import * as verified from './0057-verified.ts'
import * as waiting from './0058-waiting.ts'
import * as dateLinks from './0059-date-links.ts'
import * as visiting from './0059-visiting.ts'
import * as listedByAntiJoin from './0060-listed-by-anti-join.ts'
import * as staffJobs from './0061-staff-jobs.ts'
import * as photoJobs from './0062-photo-jobs.ts'
import * as decisions from './0063-decisions.ts'
import * as statements from './0064-statements.ts'
import * as photoHashes from './0065-photo-hashes.ts'
import * as removals from './0066-removals.ts'
import * as auditChain from './0067-audit-chain.ts'
import * as clocks from './0068-clocks.ts'
import * as helpVotesByDay from './0068-help-votes-by-day.ts'
import * as fraud from './0069-fraud.ts'
import * as fraudNotices from './0070-fraud-notices.ts'
import * as notedChanges from './0070-noted-changes.ts'
import * as ticketInbox from './0071-ticket-inbox.ts'
import * as reportEvidence from './0072-report-evidence.ts'
import * as linked from './0073-linked.ts'
import * as photoDecisions from './0074-photo-decisions.ts'
import * as foundOnce from './0075-found-once.ts'
import * as closedOn from './0076-closed-on.ts'
import * as recipients from './0077-recipients.ts'
import * as removed from './0078-removed.ts'
import * as ticketReplies from './0080-ticket-replies.ts'
import * as heldLetters from './0081-held-letters.ts'
import * as pushWords from './0083-push-words.ts'
import * as photoRules from './0084-photo-rules.ts'
import * as checkedOnce from './0085-checked-once.ts'
import * as copySearches from './0086-copy-searches.ts'
import * as visibility from './0087-visibility.ts'
import * as memberEvents from './0089-member-events.ts'
import * as batches from './0090-batches.ts'
import * as logKeys from './0093-log-keys.ts'
import * as logBound from './0094-log-bound.ts'
import * as logBoundChecked from './0095-log-bound-checked.ts'
import * as logByMonth from './0096-log-by-month.ts'
import * as heldFiles from './0097-held-files.ts'
import * as viewOnceWaiting from './0098-view-once-waiting.ts'
import * as visitedTile from './0100-visited-tile.ts'
import * as agesInOrderAlone from './0101-ages-in-order-alone.ts'
import * as agesInOrder from './0101-ages-in-order.ts'
import * as renditionsDue from './0102-renditions-due.ts'
import * as renditionsDueInOrder from './0103-renditions-due-in-order.ts'
import * as itemTries from './0104-item-tries.ts'
import * as refusedPhoto from './0105-refused-photo.ts'
import * as photosThatAreGone from './0106-photos-that-are-gone.ts'
import * as decisionNotices from './0107-decision-notices.ts'
import * as closedSessions from './0108-closed-sessions.ts'
import * as decisionsOfRemovals from './0109-decisions-of-removals.ts'
import * as adjusted from './0110-adjusted.ts'
import * as changedSince from './0111-changed-since.ts'
import * as recipientsInEu from './0112-recipients-in-eu.ts'
import * as actedOnRequest from './0113-acted-on-request.ts'
import * as waitingVerdicts from './0114-waiting-verdicts.ts'
import * as fraudMarks from './0120-fraud-marks.ts'
import * as ticketDeadlines from './0121-ticket-deadlines.ts'
import * as ticketsDue from './0122-tickets-due.ts'
import * as trustedFlaggers from './0123-trusted-flaggers.ts'
import * as blindReviews from './0124-blind-reviews.ts'
import * as objectionsAnsweredByTwo from './0125-objections-answered-by-two.ts'
import * as preservedPictures from './0126-preserved-pictures.ts'
import * as oneAtATime from './0130-one-at-a-time.ts'
import * as staffAccounts from './0135-staff-accounts.ts'
import * as rolesChecked from './0136-roles-checked.ts'
import * as foldedLetters from './0140-folded-letters.ts'
import * as comingBlocks from './0145-coming-blocks.ts'
import * as liftedContacts from './0146-lifted-contacts.ts'
import * as namesWithoutSeparators from './0150-names-without-separators.ts'
import * as payments from './0155-payments.ts'
import * as chargesArePayments from './0156-charges-are-payments.ts'
import * as voidedLinks from './0165-voided-links.ts'
import * as exportSession from './0166-export-session.ts'
import * as noLinkOffers from './0167-no-link-offers.ts'
import * as formerNamesWithoutSeparators from './0168-former-names-without-separators.ts'

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
  '0036-processor-reports': processorReports,
  '0037-location-reveals': locationReveals,
  '0038-endings': endings,
  '0041-promo-codes': promoCodes,
  '0042-compared-orders': comparedOrders,
  '0045-shown-to': shownTo,
  '0046-blocked-contacts': blockedContacts,
  '0047-discretion': discretion,
  '0048-passkeys': passkeys,
  '0049-app-lock': appLock,
  '0050-ending-grants': endingGrants,
  '0051-view-once': viewOnce,
  '0052-identity': identity,
  '0053-partner-links': partnerLinks,
  '0054-prompts': prompts,
  '0055-parts': parts,
  '0056-message-warnings': messageWarnings,
  '0057-verified': verified,
  '0058-waiting': waiting,
  '0059-date-links': dateLinks,
  '0059-visiting': visiting,
  '0060-listed-by-anti-join': listedByAntiJoin,
  '0061-staff-jobs': staffJobs,
  '0062-photo-jobs': photoJobs,
  '0063-decisions': decisions,
  '0064-statements': statements,
  '0065-photo-hashes': photoHashes,
  '0066-removals': removals,
  '0067-audit-chain': auditChain,
  '0068-clocks': clocks,
  '0068-help-votes-by-day': helpVotesByDay,
  '0069-fraud': fraud,
  '0070-fraud-notices': fraudNotices,
  '0070-noted-changes': notedChanges,
  '0071-ticket-inbox': ticketInbox,
  '0072-report-evidence': reportEvidence,
  '0073-linked': linked,
  '0074-photo-decisions': photoDecisions,
  '0075-found-once': foundOnce,
  '0076-closed-on': closedOn,
  '0077-recipients': recipients,
  '0078-removed': removed,
  '0080-ticket-replies': ticketReplies,
  '0081-held-letters': heldLetters,
  '0083-push-words': pushWords,
  '0084-photo-rules': photoRules,
  '0085-checked-once': checkedOnce,
  '0086-copy-searches': copySearches,
  '0087-visibility': visibility,
  '0089-member-events': memberEvents,
  '0090-batches': batches,
  '0093-log-keys': logKeys,
  '0094-log-bound': logBound,
  '0095-log-bound-checked': logBoundChecked,
  '0096-log-by-month': logByMonth,
  '0097-held-files': heldFiles,
  '0098-view-once-waiting': viewOnceWaiting,
  '0100-visited-tile': visitedTile,
  '0101-ages-in-order': agesInOrder,
  '0101-ages-in-order-alone': agesInOrderAlone,
  '0102-renditions-due': renditionsDue,
  '0103-renditions-due-in-order': renditionsDueInOrder,
  '0104-item-tries': itemTries,
  '0105-refused-photo': refusedPhoto,
  '0106-photos-that-are-gone': photosThatAreGone,
  '0107-decision-notices': decisionNotices,
  '0108-closed-sessions': closedSessions,
  '0109-decisions-of-removals': decisionsOfRemovals,
  '0110-adjusted': adjusted,
  '0111-changed-since': changedSince,
  '0112-recipients-in-eu': recipientsInEu,
  '0113-acted-on-request': actedOnRequest,
  '0114-waiting-verdicts': waitingVerdicts,
  '0120-fraud-marks': fraudMarks,
  '0121-ticket-deadlines': ticketDeadlines,
  '0122-tickets-due': ticketsDue,
  '0123-trusted-flaggers': trustedFlaggers,
  '0124-blind-reviews': blindReviews,
  '0125-objections-answered-by-two': objectionsAnsweredByTwo,
  '0126-preserved-pictures': preservedPictures,
  '0130-one-at-a-time': oneAtATime,
  '0135-staff-accounts': staffAccounts,
  '0136-roles-checked': rolesChecked,
  '0140-folded-letters': foldedLetters,
  '0145-coming-blocks': comingBlocks,
  '0146-lifted-contacts': liftedContacts,
  '0150-names-without-separators': namesWithoutSeparators,
  '0155-payments': payments,
  '0156-charges-are-payments': chargesArePayments,
  '0165-voided-links': voidedLinks,
  '0166-export-session': exportSession,
  '0167-no-link-offers': noLinkOffers,
  '0168-former-names-without-separators': formerNamesWithoutSeparators,
}
