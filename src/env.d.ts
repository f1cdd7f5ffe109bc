/// <reference types="astro/client" />

declare namespace App {
  type Given = import('./front-door/visit.server.ts').PageLocals
  interface Locals extends Partial<Omit<Given, 'viewer'>> {
    viewer?: (() => Promise<import('./features/viewer/viewer.server.ts').Viewer>) | null
  }
}
