/** Astro's manifest of the built server: addresses of client files by the name of their module. */
declare module 'virtual:astro:manifest' {
  export const manifest: { entryModules: Partial<Record<string, string>> }
}

declare namespace App {
  type Given = import('./front-door/visit.server.ts').PageLocals
  interface Locals extends Partial<Omit<Given, 'viewer'>> {
    viewer?: (() => Promise<import('./features/members/viewer/viewer.server.ts').Viewer>) | null
  }
}
