import { type Mail, mailTo, type Recipient } from '#mail/mail.ts'
import { type Address, domainOf, originOf } from '#sites/hosts.ts'
import type { Brand } from '#sites/site.ts'
import { type ChangeKind, changeWords } from './changes/account-changes.ts'
import { DAYS_BETWEEN_NAMES, DAYS_NAME_IS_HELD } from './changes/change-username.ts'
import { EMAIL_ADDRESS_PAGE } from './email/email-address.ts'
import { resetPage } from './reset/reset.ts'
import { isProvisional } from './usernames/provisional-name.ts'

export type Network = { address: Address; settings: { sitesSuffix: string | null } }

/**
 * An address on a brand's www host, built from brand data and never from a request (assurance 15).
 */
export function linkTo(network: Network, brand: Brand, path: string): string {
  const host = { domain: domainOf(brand, network.settings.sitesSuffix), tier: 'www' as const }
  return originOf('pages', host, network.address) + path
}

function saluted(word: string, { username }: Recipient, comma = ''): string {
  return isProvisional(username) ? word : `${word}${comma} ${username}`
}

function mailOf(brand: Brand, account: Recipient, told: Parameters<typeof mailTo>[2]): Mail {
  return mailTo(brand, account, { greeting: `${saluted('Hello', account)},`, ...told })
}

/** What the owner does who did not do it. */
function wasNotMe(network: Network, brand: Brand): Mail['action'] {
  return { label: 'It was not me', url: linkTo(network, brand, resetPage.ask) }
}

/** What they are told who may not have done it. */
function ifNot(brand: Brand): string {
  return `If that was you, there is nothing to do. If it was not, choose a new password at once, and write to ${brand.legal.supportEmail}.`
}

export function confirmMail(
  network: Network,
  brand: Brand,
  account: Recipient,
  token: string,
): Mail {
  return mailOf(brand, account, {
    kind: 'confirmEmail',
    subject: 'Please confirm your address',
    paragraphs: [
      'Open the link and press “Confirm”, so that we know that this address is yours. It works once, for ten minutes; you can ask for another from your dashboard.',
      'If you did not sign up, ignore this mail: without that, the address is not used for anything.',
    ],
    action: {
      label: 'Confirm my address',
      url: linkTo(network, brand, `/dashboard?token=${token}`),
    },
  })
}

/** For an account without a password: only this link can sign it in on another device. */
export function firstSignInMail(
  network: Network,
  brand: Brand,
  account: Recipient,
  token: string,
): Mail {
  return mailOf(brand, account, {
    kind: 'firstSignIn',
    subject: 'Please confirm your address',
    paragraphs: [
      'The link confirms that this address is yours and signs you in, on whichever device you open it and press “Go on”. It works once, for ten minutes.',
      'You have no password yet: the last step of signing up asks for one. Until then, “Forgot your password?” below the sign-in form sends you a new link.',
      'If you did not sign up, ignore this mail: without that, the address is not used for anything.',
    ],
    action: {
      label: 'Confirm and sign in',
      url: linkTo(network, brand, `/dashboard?token=${token}`),
    },
  })
}

export function welcomeMail(network: Network, brand: Brand, account: Recipient): Mail {
  return mailOf(brand, account, {
    kind: 'welcome',
    subject: 'Welcome',
    greeting: `${saluted('Welcome', account, ',')}.`,
    paragraphs: [
      'Your address is confirmed. A few words about yourself and one good photo do more than anything else to start a conversation.',
      'You decide who sees what: photos can be private, nobody learns more of where you are than your town, and you can block anybody at any time.',
    ],
    action: { label: 'Go to your dashboard', url: linkTo(network, brand, '/dashboard') },
  })
}

/**
 * To the owner of an address that somebody else registered with. The person who registered learns
 * nothing about it.
 */
export function addressTakenMail(network: Network, brand: Brand, email: string): Mail {
  return {
    kind: 'addressTaken',
    brand,
    accountId: null,
    to: email,
    subject: 'You already have an account',
    greeting: 'Hello,',
    paragraphs: [
      'Somebody, perhaps you, tried to sign up with this address. It already has an account, so nothing was changed.',
      'If it was you: just sign in. If you have forgotten your password, you can choose a new one.',
    ],
    action: { label: 'Sign in', url: linkTo(network, brand, '/#sign-in') },
    list: null,
  }
}

export function resetMail(network: Network, brand: Brand, account: Recipient, token: string): Mail {
  return mailOf(brand, account, {
    kind: 'reset',
    subject: 'Choose a new password',
    paragraphs: [
      'This link lets you choose a new password. It works once, for ten minutes, and only the newest one works.',
      'If you did not ask for it, ignore this mail: your password stays as it is, and nobody learned that you have an account.',
    ],
    action: {
      label: 'Choose a new password',
      url: linkTo(network, brand, `${resetPage.path}?token=${token}`),
    },
  })
}

export function passwordChangedMail(network: Network, brand: Brand, account: Recipient): Mail {
  return mailOf(brand, account, {
    kind: 'passwordChanged',
    subject: 'Your password was changed',
    paragraphs: [
      'Your password was just changed, and all your other devices were signed out.',
      ifNot(brand),
    ],
    action: wasNotMe(network, brand),
  })
}

export function passkeyAddedMail(
  network: Network,
  brand: Brand,
  account: Recipient,
  name: string,
): Mail {
  return mailOf(brand, account, {
    kind: 'passkeyAdded',
    subject: 'A passkey was added',
    paragraphs: [
      `The passkey “${name}” was just added to your account: with it, one signs in without the password.`,
      'If that was you, there is nothing to do. If it was not, choose a new password by a link to this address: all passkeys are removed then, and all other devices are signed out.',
    ],
    action: wasNotMe(network, brand),
  })
}

export function passkeysRemovedMail(
  network: Network,
  brand: Brand,
  account: Recipient,
  names: readonly string[],
): Mail {
  const one = names.length === 1
  return mailOf(brand, account, {
    kind: 'passkeyRemoved',
    subject: one ? 'A passkey was removed' : 'Your passkeys were removed',
    paragraphs: [
      `${one ? 'This passkey was' : 'These passkeys were'} just removed from your account, and ${one ? 'signs' : 'sign'} in no more: ${names.map((name) => `“${name}”`).join(', ')}.`,
      ifNot(brand),
    ],
    action: wasNotMe(network, brand),
  })
}

export function usernameChangedMail(
  network: Network,
  brand: Brand,
  account: Recipient,
  before: string,
): Mail {
  return mailOf(brand, account, {
    kind: 'usernameChanged',
    subject: 'Your username was changed',
    greeting: `Hello ${account.username},`,
    paragraphs: [
      `Your username is now ${account.username}; it was ${before}. Please sign in with the new one, or with your e-mail address.`,
      `You can change it again in ${DAYS_BETWEEN_NAMES} days. Nobody else can take the old one for ${DAYS_NAME_IS_HELD} days.`,
      `If that was not you, choose a new password at once, and write to ${brand.legal.supportEmail}.`,
    ],
    action: wasNotMe(network, brand),
  })
}

/** What was changed within some hours, together. */
export function accountChangedMail(
  network: Network,
  brand: Brand,
  account: Recipient,
  changes: readonly ChangeKind[],
): Mail {
  const said = changes.map((change) => changeWords[change]).join(' and ')
  return mailOf(brand, account, {
    kind: 'accountChanged',
    subject: 'Your account was changed',
    paragraphs: [
      `Within the last day, ${said} ${changes.length === 1 ? 'was' : 'were'} changed in your account.`,
      ifNot(brand),
    ],
    action: wasNotMe(network, brand),
  })
}

/** To the new address: only its link makes the change. */
export function changeEmailMail(
  network: Network,
  brand: Brand,
  account: Recipient,
  token: string,
): Mail {
  return mailOf(brand, account, {
    kind: 'changeEmail',
    subject: 'Please confirm your new address',
    paragraphs: [
      'Open the link and press “Use this address” to make this the address of your account. It works once, for ten minutes, and only the newest one works.',
      'If you did not ask for it, ignore this mail: without that, nothing changes.',
    ],
    action: {
      label: 'Use this address',
      url: linkTo(network, brand, `${EMAIL_ADDRESS_PAGE}?token=${token}`),
    },
  })
}

/**
 * To the owner of an address that another account would like to have; that account learns nothing
 * about it.
 */
export function addressWantedMail(network: Network, brand: Brand, email: string): Mail {
  return {
    kind: 'addressWanted',
    brand,
    accountId: null,
    to: email,
    subject: 'You already have an account',
    greeting: 'Hello,',
    paragraphs: [
      'Somebody, perhaps you, wanted this to be the address of another account. It already belongs to one, so nothing was changed.',
      'If it was you: just sign in with this address. If you have forgotten your password, you can choose a new one.',
    ],
    action: { label: 'Sign in', url: linkTo(network, brand, '/#sign-in') },
    list: null,
  }
}

/** To the address of an account from which somebody asked to move on. */
export function emailChangeAskedMail(
  network: Network,
  brand: Brand,
  account: Recipient,
  masked: string,
): Mail {
  return mailOf(brand, account, {
    kind: 'emailChangeAsked',
    subject: 'A new address for your account',
    paragraphs: [
      `With your password, somebody asked to change the address of your account to ${masked}. Nothing changes until the link that we sent there is followed.`,
      'If that was you, there is nothing to do. If it was not, choose a new password at once: the link is void then.',
    ],
    action: wasNotMe(network, brand),
  })
}

/** To an address that staff agreed to, which is nobody's yet: it names no member. */
export function addressOfferMail(
  network: Network,
  brand: Brand,
  { accountId, email }: { accountId: number; email: string },
  token: string,
): Mail {
  return {
    kind: 'addressOffer',
    brand,
    accountId,
    to: email,
    subject: 'Please confirm your new address',
    greeting: 'Hello,',
    paragraphs: [
      'You asked our support to make this the address of your account, and they have agreed. Open the link and press “Use this address”. It works once, for ten minutes; if you are later, its page sends you a new one, for seven days.',
      'All devices are signed out then. Sign in with this address; if you do not know your password any more, choose a new one by “Forgot your password?”.',
      'If you did not ask for it, ignore this mail: without that, nothing changes.',
    ],
    action: {
      label: 'Use this address',
      url: linkTo(network, brand, `${EMAIL_ADDRESS_PAGE}?token=${token}`),
    },
    list: null,
  }
}

/** To the present address of an account for which staff agreed to another. */
export function addressOfferedMail(
  network: Network,
  brand: Brand,
  account: Recipient,
  masked: string,
): Mail {
  return mailOf(brand, account, {
    kind: 'addressOffered',
    subject: 'A new address for your account',
    paragraphs: [
      `Somebody told our support that this mailbox is lost to them, showed that the account is theirs, and asked to change its address to ${masked}. Nothing changes until the link that we sent there is followed.`,
      `If that was you, there is nothing to do. If it was not, choose a new password at once: the link is void then. And write to ${brand.legal.supportEmail}, so that we look at it again.`,
    ],
    action: wasNotMe(network, brand),
  })
}

/** To the former address. */
export function emailChangedMail(brand: Brand, account: Recipient, masked: string): Mail {
  return mailOf(brand, account, {
    kind: 'emailChanged',
    subject: 'Your address was changed',
    paragraphs: [
      `The address of your account is now ${masked}, and your other devices were signed out. Nothing is sent here any more.`,
      `If that was not you, write to ${brand.legal.supportEmail} at once.`,
    ],
  })
}

/**
 * Warns the owner of an account of many wrong passwords. Does not say who tried, which is unknown,
 * nor how often.
 */
export function guessedMail(network: Network, brand: Brand, account: Recipient): Mail {
  return mailOf(brand, account, {
    kind: 'guessed',
    subject: 'About your password',
    paragraphs: [
      'Many wrong passwords were given for your account today. If that goes on, we let in only the devices on which you have signed in before: there, nothing changes for you.',
      'If it was you, and you do not remember your password, choose a new one. If it was not, and your password is short or you use it elsewhere as well, choose a new one, too. Otherwise there is nothing to do.',
    ],
    action: { label: 'Choose a new password', url: linkTo(network, brand, resetPage.ask) },
  })
}
