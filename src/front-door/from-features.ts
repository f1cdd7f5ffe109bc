import type { Door, LocalDoor } from '../api/door.ts'
import type { Member } from '../api/member.server.ts'
import type { Services } from '../api/services.server.ts'
import type { Library } from '../content/library.ts'
import type { Host } from '../sites/hosts.ts'

/** Texts with a draft among them, and what its page says of itself. */
export type Previewed = {
  texts: Library
  shown: {
    key: string
    /** In words. */
    until: string
    takesComments: boolean
  }
}

/**
 * The features' functions for the front door, passed in by app.server.ts, so that it imports no
 * feature.
 */
export type FromFeatures = {
  doors: readonly Door[]
  localDoors: readonly LocalDoor[]
  hasFullAccess(openSteps: readonly string[]): boolean
  /**
   * Keeps the token of a link to `path` for this browser; `to` is its page, null where it stands in
   * that path's place.
   */
  openLink(
    services: Services,
    token: string,
    host: Host,
    path: string,
  ): Promise<{ to: string | null; cookies: string[] }>
  /** Whether the page of an opened link stands in the place of `path`; null where it does not. */
  linkShownAt(
    services: Services,
    request: Request,
    host: Host,
    path: string,
  ): Promise<{ cookie: string | null } | null>
  /** Why the browser that had this session is signed out; null where no decision ended it. */
  closedOut(
    services: Services,
    token: string,
    brand: string,
    at: Date,
  ): Promise<{ statement: string | null } | null>
  /** Somebody who is not signed in asks for a guest page. */
  noteArrival(
    services: Services,
    arrival: {
      brand: string
      method: string
      host: string
      query: string
      header(name: string): string | null | undefined
    },
  ): void
  backCookie(back: string, domain: string, secure: boolean): string
  previewedTexts(services: Services, key: string): Promise<Previewed | null>
  viewerOf(
    services: Services,
    host: Host,
    member: Member,
    visit: { ip: string; request: Request },
  ): Promise<unknown>
}
