import type { Given } from '#api/contract.ts'
import { getMailedLink } from '#core/accounts/mailed-links/mailed-links.contract.ts'
import type {
  affiliateJoining,
  oneClickJoining,
  registration,
} from '#guests/joining/registration.contract.ts'
import type { Visitor } from './app.ts'

export type RegistrationForm = Given<typeof registration>['body']

export function aRegistration(more: Partial<RegistrationForm> = {}): RegistrationForm {
  return {
    gender: 'woman',
    lookingFor: ['man'],
    username: 'Fiona',
    email: 'fiona@example.org',
    password: 'a quiet evening in',
    birthday: '1990-05-17',
    country: 'GB',
    place: 'London',
    acceptTerms: true,
    acceptSensitiveData: true,
    ...more,
  }
}

export function anAffiliateForm(
  more: Partial<Given<typeof affiliateJoining>['body']> = {},
): Given<typeof affiliateJoining>['body'] {
  const { username: _, place: __, ...asked } = aRegistration()
  return { ...asked, ...more }
}

export function aOneClickForm(
  more: Partial<Given<typeof oneClickJoining>['body']> = {},
): Given<typeof oneClickJoining>['body'] {
  const { password: _, ...asked } = anAffiliateForm()
  return { ...asked, ...more }
}

export const register = (
  visitor: Visitor,
  more: Partial<RegistrationForm> = {},
): Promise<Response> => visitor.posts('/registration/save', aRegistration(more))

export const signIn = (visitor: Visitor, login: string, password: string): Promise<Response> =>
  visitor.posts('/site/signin', { login, password })

/** Opens a mailed link; older browsers and mail scanners say nothing about how. */
export function open(
  visitor: Visitor,
  link: URL,
  headers: Record<string, string> = {},
): Promise<Response> {
  return visitor.visit(link.pathname + link.search, { headers })
}

/**
 * Opens a link and presses its button without script; the answer to opening it where it has none.
 */
export async function follow(visitor: Visitor, link: URL): Promise<Response> {
  const opened = await open(visitor, link)
  const { link: kept } = await visitor.calls(getMailedLink)
  if (kept?.state !== 'open') return opened
  return visitor.visit('/site/followLink', {
    method: 'POST',
    headers: { Origin: `http://${visitor.host}` },
    body: new URLSearchParams({ link: kept.id, choice: 'go' }),
  })
}
