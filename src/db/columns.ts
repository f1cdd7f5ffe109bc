/**
 * What columns hold where the catalog does not know it whole; schema/ names these types (`--
 * type:`).
 */

export type QueueOfTask =
  | 'photos'
  | 'matches'
  | 'reports'
  | 'removals'
  | 'appeals'
  | 'fraud'
  | 'viewOnce'
  | 'viewOnceMatches'
  | 'chatPhotos'
  | 'chatPhotoMatches'
  | 'poses'

export type PhotoCrop = { x: number; y: number; width: number; height: number }

export type StoredIdentity = {
  words: string[]
  ownWord: string
  pronouns: string[]
  ownPronouns: string
}

/**
 * While a second person has not agreed to it: the answer to an objection, and the decision that
 * they are asked about.
 */
export type WaitingAnswer = {
  outcome: 'overturn' | 'adjust'
  days: number | null
  note: string
  decisionId: number
}

/** A brand, and the version of its terms that its members have to accept; a date. */
export type NewTerms = { brand: string; version: string }

/** `at` is an ISO instant. */
export type KeptFinding = {
  kind: 'hold' | 'review' | 'banned' | 'duplicate'
  hashId: number | null
  otherPhotoId: number | null
  list: string | null
  why: string
  at: string
}

/** `sha256` and `pdq` are hexadecimal; null, with `quality`, where the photo has none. */
export type HeldFile =
  | { kind: 'voice'; facts: { milliseconds: number } }
  | {
      kind: 'viewOnce'
      facts: {
        width: number
        height: number
        isApproved: boolean
        isRefused: boolean
        rules: string | null
        findings: KeptFinding[]
        sha256: string | null
        pdq: string | null
        quality: number | null
      }
    }

/**
 * `text` is null where the reporter could not read it, and for what has none; `recording`: the key
 * and the file of a voice message; `at` is an ISO instant.
 */
export type EvidenceMessage = {
  isMine: boolean
  kind: string
  text: string | null
  recording: { key: string; file: string } | null
  /** Of a photo in a chat that the reporter could see. */
  photo?: { key: string; file: string }
  at: string
  /** Of the one message that a report is about. */
  isReported?: true
}

/** The ids of a liked photo, or of a liked answer; the other is 0. */
export type LikedPart = { photo: number; prompt: number }

export type EvidenceProfile = { username: string; words: Array<{ label: string; text: string }> }

export type EvidencePhoto = {
  id: number
  key: string
  width: number
  height: number
  isMain: boolean
  isPrivate: boolean
}

export type ActOfSupport =
  | 'signOut'
  | 'resendConfirmation'
  | 'cancelRenewal'
  | 'giveCredits'
  | 'giveDays'
  | 'refund'
  | 'refundAgain'
  | 'refundDrop'
  | 'correctAddress'
  | 'withdraw'

export type ProofOfOwner = 'payment' | 'photoCheck' | 'questions'
