import { emailOutcomePath } from '../email/email-address.ts'
import type { LinkState, MailedLink } from './grants.sql.ts'

export type PressedPurpose = Extract<
  MailedLink['purpose'],
  'confirmEmail' | 'signIn' | 'changeEmail'
>

/** Where "Confirm" leads, whoever is signed in there. */
export const CONFIRMED = emailOutcomePath('confirmed')

type Words = { title: string; text: string }

const replaced: Words = {
  title: 'A newer link was sent',
  text: 'Only the newest link works. Nothing was changed by this one. Please use the link in the last mail that you have.',
}
const old: Words = {
  title: 'This link is too old',
  text: 'A link works for ten minutes. Nothing was changed by opening it.',
}

/** What the page of a link says that does nothing any more. */
const overWords: Record<PressedPurpose, Record<Exclude<LinkState, 'open'>, Words>> = {
  confirmEmail: {
    done: {
      title: 'Your address is confirmed already',
      text: 'There is nothing left to do: the link has done its work before.',
    },
    replaced,
    old,
  },
  signIn: {
    done: {
      title: 'This link was used already',
      text: 'It signs in once. Nothing was changed by opening it again.',
    },
    replaced,
    old,
  },
  changeEmail: {
    done: {
      title: 'Your address is changed already',
      text: 'There is nothing left to do: the link has done its work before.',
    },
    replaced,
    old,
  },
}

/** `link` null: its token is none of ours, or so old that we do not know it any more. */
export function whyOver(link: { purpose: PressedPurpose; state: LinkState } | null): Words {
  if (link === null) {
    return {
      title: 'This link does not work',
      text: 'It is not complete, or it is too old: a link works for ten minutes. Nothing was changed by opening it.',
    }
  }
  return overWords[link.purpose][link.state === 'open' ? 'old' : link.state]
}
