import { z } from 'zod'
import { done, endpoint, id, textField } from '#api/contract.ts'
import { pictureSchema } from '#core/people/pictures/pictures.contract.ts'
import { namesOnePart, ONE_PART, partFields, shownPart } from '../likes/parts.contract.ts'
import { noReactions, reactions } from './acts/reactions.ts'

/**
 * Above the limit of every brand: the handler checks the brand's limit and has its own error text.
 */
export const MAX_CHARACTERS = 10_000

export const correspondent = z.object({
  userId: z.number(),
  username: z.string(),
  age: z.number(),
  isOnline: z.boolean(),
  picture: pictureSchema.nullable(),
})
export type Correspondent = z.output<typeof correspondent>

/** Where the sound of a voice message is, for five minutes, and its length in seconds. */
const voice = z.object({ src: z.string(), seconds: z.number() })

/** What became of a photo for one view, and since when; `until` is when it ends unseen. */
const viewOnce = z.object({
  state: z.enum(['checking', 'waiting', 'seen', 'ended', 'withdrawn', 'refused']),
  at: z.iso.datetime().nullable(),
  until: z.iso.datetime(),
})

/**
 * A photo in a chat. `isHeld`: the other does not have it; its sender alone sees it, and `body` says why.
 * `large`: its address, null where it is shown to nobody any more; `image`: the
 * attributes of its element in the chat.
 */
const chatPhoto = z.object({
  isHeld: z.boolean(),
  large: z.string().nullable(),
  image: z.object({
    src: z.string(),
    width: z.number(),
    height: z.number(),
    alt: z.string(),
    loading: z.literal('lazy'),
  }),
})

/**
 * A message above the one that answers it, or above the field; `text` says so where it is hidden
 * from the reader, or was deleted.
 */
const quoted = z.object({
  id: z.number(),
  isMine: z.boolean(),
  text: z.string(),
  isMasked: z.boolean(),
})

const reaction = z.enum(reactions)

export const message = z.object({
  id: z.number(),
  isMine: z.boolean(),
  /** `deleted`: it was deleted for both, and says nothing any more. */
  kind: z.enum(['text', 'magic', 'voice', 'viewOnce', 'photo', 'deleted']),
  /**
   * A fixed placeholder if `isMasked` or deleted; of a voice message what its sender typed of it,
   * or nothing.
   */
  body: z.string(),
  /** Null if `isMasked`, and for other kinds. */
  voice: voice.nullable().default(null),
  /** Null if `isMasked`, and for other kinds. */
  viewOnce: viewOnce.nullable().default(null),
  /** Of no other kind, and not if `isMasked`. */
  photo: chatPhoto.optional(),
  isMasked: z.boolean(),
  /** What a received message may do, in words; null if its recipient is fine with it. */
  warning: z.string().nullable().default(null),
  /** What of a profile the message is about: of the receiver's, when it was written. */
  about: shownPart.nullable().default(null),
  replyTo: quoted.nullable().default(null),
  /** Of the reader, and of the other one; nobody’s if `isMasked`. */
  reactions: z
    .object({ mine: reaction.nullable(), theirs: reaction.nullable() })
    .default(noReactions),
  sentAt: z.iso.datetime(),
})
export type Message = z.output<typeof message>

/** Shared by all kinds of messages. */
export const sendLimit = { name: 'send-message', per: 'account', most: 60, seconds: 60 } as const

/** Whether the member has answered “are you sure?” (`areYouSure`) with yes. */
/** The same words under it are one message, by form and by script. */
export const draftKey = z.string().max(200).optional()

export const isSure = z
  .enum(['yes', ''])
  .default('')
  .transform((value) => value === 'yes')

const toOther = z.object({ id })

export const chatMessages = endpoint({
  method: 'get',
  path: '/message/chatMessages',
  summary:
    'A conversation with one member, oldest first: the newest 30 messages, 30 older ones, or those around `hit`',
  access: 'member',
  /** `photo` or `prompt`: what of the other's profile the member is about to write on. */
  query: z
    .object({
      id,
      before: id.optional(),
      /** A message that was searched for; where 500 came after it, 30 of them come with it. */
      hit: id.optional(),
      /** A message that the member is about to answer. */
      reply: id.optional(),
      ...partFields,
    })
    .refine(namesOnePart, ONE_PART),
  answer: z.object({
    other: correspondent,
    messages: z.array(message),
    hasOlder: z.boolean(),
    /** Whether there are more after these: they are before one, or around a hit of long ago. */
    hasNewer: z.boolean().default(false),
    otherReadAt: z.iso.datetime().nullable(),
    /** Reveals left today; null if no message is masked. */
    revealsLeft: z.number().nullable(),
    /** What the next message costs in credits, and why it may not be sent, if so. */
    writing: z.object({
      price: z.number(),
      code: z.enum(['verifiedOnly', 'noCredits', 'needsPremium']).nullable(),
    }),
    /** How many new conversations the member may still start today; null if this one has begun. */
    newLeft: z.number().nullable(),
    /** Whether the member hears of what the other writes; null where nothing is written yet. */
    isMuted: z.boolean().nullable(),
    /** Whether it stands first in the inbox; likewise. */
    isPinned: z.boolean().nullable(),
    /** Whether the two have a match, so that photos may be sent. */
    isMatch: z.boolean(),
    /** The part that was named; null if none was, or it is no longer there. */
    about: shownPart.nullable().default(null),
    /** The message that `reply` named; null if none was, or it is not theirs. */
    replyTo: quoted.nullable().default(null),
  }),
  errors: ['unavailable'],
})

export const sendMessage = endpoint({
  method: 'post',
  path: '/message/chatMessages',
  summary: 'Write to a member; takes an Idempotency-Key',
  access: 'member',
  body: z
    .object({
      id,
      body: textField(MAX_CHARACTERS).refine(
        (body) => body !== '',
        'Please write something first.',
      ),
      ...partFields,
      /** The message that it answers, of the same conversation. */
      replyTo: id.optional(),
      key: draftKey,
      isSure,
    })
    .refine(namesOnePart, ONE_PART),
  answer: z.object({ message, currentCredits: z.number().nullable(), next: z.string() }),
  errors: [
    'unavailable',
    'notFound',
    'forbidden',
    'verifiedOnly',
    'needsPremium',
    'noCredits',
    'areYouSure',
    'conflict',
  ],
  limits: [sendLimit],
  pageForm: { name: 'message', page: '/messages?with={id}' },
})

export const revealMessage = endpoint({
  method: 'post',
  path: '/profile/revealMessage',
  summary: 'Read one masked message in full; one a day',
  access: 'member',
  body: z.object({ messageId: id }),
  answer: z.object({
    messageId: z.number(),
    body: z.string(),
    voice: voice.nullable(),
    viewOnce: viewOnce.nullable(),
    photo: chatPhoto.optional(),
    warning: z.string().nullable(),
    revealsLeft: z.number().nullable(),
    next: z.string(),
  }),
  errors: ['notFound', 'needsPremium'],
  pageForm: {},
})

export const logMessageAttempt = endpoint({
  method: 'post',
  path: '/message/logMessageAttempt',
  summary: 'Note that a member wanted to write and may not yet',
  access: 'member',
  body: toOther,
  answer: done,
  errors: ['unavailable'],
  limits: [{ name: 'message-attempt', per: 'account', most: 60, seconds: 3600 }],
})
